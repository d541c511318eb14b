import { resolve } from "node:path"

export const USAGE = `npm run bench                              the shop over HTTP beside its peers, then the table of queries
npm run bench -- --quick                   the shop over HTTP in about a minute: good for large differences only
npm run bench -- http                      the shop over HTTP alone
npm run bench -- queries                   lists of 10,000 and of 100,000 products, and refused sign-ins
npm run bench -- queries --sizes 10000,1000000
npm run bench -- sale                      a sale with one process and with two: 20,000 visitors, 500 buyers, one product
npm run bench -- sale --visitors 2000 --buyers 100
npm run bench -- soak --minutes 60         what memory the shop holds under a load that goes on
  --clients 1,16,64                        how many ask at once
  --folder /var/tmp/bench                  keeps the databases there for the next time
  --json FILE                              writes everything that was measured`

export interface BenchOptions {
  http: boolean
  queries: boolean
  sale: boolean
  visitors: number
  buyers: number
  /** Minutes of a load that goes on, instead of all else. */
  soak: number | null
  quick: boolean
  clients: number[]
  sizes: number[]
  folder: string | null
  json: string | null
}

/** What was asked for, or a sentence that says what cannot be. */
export function parseBenchOptions(args: readonly string[]): BenchOptions | string {
  const quick = args.includes("--quick")
  const options: BenchOptions = {
    http: true,
    queries: !quick,
    sale: false,
    visitors: 20_000,
    buyers: 500,
    soak: null,
    quick,
    clients: quick ? [16] : [1, 16, 64],
    sizes: [10_000, 100_000],
    folder: null,
    json: null,
  }
  const words = args.flatMap((arg) => (arg.startsWith("--") ? arg.split(/=(.*)/s, 2) : [arg]))
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "--quick") continue
    if (word === "http") options.queries = false
    else if (word === "queries") [options.http, options.queries] = [false, true]
    else if (word === "sale") [options.http, options.queries, options.sale] = [false, false, true]
    else if (word === "soak") [options.http, options.queries, options.soak] = [false, false, options.soak ?? AN_HOUR]
    else if (word === "--visitors" || word === "--buyers") {
      const [count, ...more] = wholeNumbers(words.shift() ?? "", 1, 100_000) ?? []
      if (count === undefined || more.length > 0) return `${word} takes a number from 1 to 100,000.`
      options[word === "--buyers" ? "buyers" : "visitors"] = count
    } else if (valued.has(word)) {
      const refused = setOption(options, word, words.shift())
      if (refused) return refused
    } else return `There is no "${word}" to measure.`
  }
  return options
}

const AN_HOUR = 60
const valued = new Set(["--clients", "--sizes", "--minutes", "--folder", "--json"])

function setOption(options: BenchOptions, name: string, value: string | undefined): string | null {
  if (value === undefined || value === "" || value.startsWith("--")) return `${name} needs a value.`
  if (name === "--folder") options.folder = resolve(value)
  else if (name === "--json") options.json = resolve(value)
  else if (name === "--clients") {
    const clients = wholeNumbers(value, 1, 512)
    if (!clients) return "--clients takes numbers from 1 to 512, with commas between them."
    options.clients = clients
  } else if (name === "--minutes") {
    const [minutes = null] = wholeNumbers(value, 1, 1_440) ?? []
    if (minutes === null) return "--minutes takes a number from 1 to 1,440."
    options.soak = minutes
  } else {
    const sizes = wholeNumbers(value, 100, 5_000_000)
    if (!sizes) return "--sizes takes numbers of products from 100 to 5,000,000, with commas between them."
    options.sizes = sizes
  }
  return null
}

function wholeNumbers(text: string, least: number, most: number): number[] | null {
  const numbers = text.split(",").map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : Number.NaN))
  return numbers.length <= 10 && numbers.every((number) => number >= least && number <= most) ? numbers : null
}
