import { resolve } from "node:path"
import { parseArgs } from "node:util"

export const USAGE = `npm run bench                              the shop over HTTP beside its peers, then the table of queries
npm run bench -- --quick                   the shop over HTTP in about a minute: good for large differences only
npm run bench -- http                      the shop over HTTP alone
npm run bench -- queries                   lists of 10,000 and of 100,000 products, and refused sign-ins
npm run bench -- queries --sizes 10000,1000000
npm run bench -- queries --variants        beside the same lists of products with three variants each
npm run bench -- sale                      a sale of ten minutes with one process, then with two: 20,000 visitors, 2,000 buyers
npm run bench -- sale --minutes 1          the same in small; --visitors and --buyers set how many there are
npm run bench -- knee                      at how many buyers a second one process stops keeping up
npm run bench -- soak --minutes 60         what memory the shop holds under a load that goes on
npm run bench -- migrate                   the newest migrations in a shop of a million products that goes on selling
npm run bench -- migrate --products 10000
  --clients 1,16,64                        how many ask at once
  --folder /var/tmp/bench                  keeps the databases there for the next time
  --json FILE                              writes everything that was measured`

export type BenchOptions = Exclude<ReturnType<typeof parseBenchOptions>, string>

const measurements = ["all", "http", "queries", "sale", "knee", "soak", "migrate"]

interface Option {
  type: "string" | "boolean"
  isValid(given: unknown): boolean
  rule: string
}

const flag: Option = { type: "boolean", isValid: (given) => given === true, rule: "takes no value." }
const path: Option = {
  type: "string",
  isValid: (given) => typeof given === "string" && /^(?!--|$)/.test(given),
  rule: "needs a value.",
}

function numbers(least: number, most: number, count = 10): Option {
  const isValid = (one: string) => /^\d{1,9}$/.test(one) && Number(one) >= least && Number(one) <= most
  const range = `from ${least} to ${most.toLocaleString("en-US")}`
  return {
    type: "string",
    isValid: (given) => String(given).split(",").length <= count && String(given).split(",").every(isValid),
    rule: count === 1 ? `takes a number ${range}.` : `takes numbers ${range}, with commas between them.`,
  }
}

const options: Record<string, Option> = {
  quick: flag,
  variants: flag,
  visitors: numbers(1, 100_000, 1),
  buyers: numbers(1, 100_000, 1),
  minutes: numbers(1, 1_440, 1),
  products: numbers(100, 5_000_000, 1),
  clients: numbers(1, 512),
  sizes: numbers(100, 5_000_000),
  folder: path,
  json: path,
}

const VISITORS_A_MINUTE = 2_000

/** Returns the options, or a sentence about the invalid one. */
export function parseBenchOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true })
  const measured = positionals.at(-1) ?? "all"
  if (!measurements.includes(measured)) return `There is no "${measured}" to measure.`
  for (const [name, given] of Object.entries(values)) {
    const option = options[name]
    if (!option) return `There is no "--${name}" to measure.`
    if (!option.isValid(given)) return `--${name} ${option.rule}`
  }
  const listed = (name: string, byDefault: number[]) => values[name]?.toString().split(",").map(Number) ?? byDefault
  const number = (name: string, byDefault: number) => Number(values[name] ?? byDefault)
  const resolved = (name: string) => (values[name] ? resolve(String(values[name])) : null)
  const quick = values.quick === true
  const sale = measured === "sale" ? number("minutes", 10) : null
  const visitors = number("visitors", VISITORS_A_MINUTE * (sale ?? 0))
  return {
    quick,
    variants: values.variants === true,
    clients: listed("clients", quick ? [16] : [1, 16, 64]),
    sizes: listed("sizes", [10_000, 100_000]),
    folder: resolved("folder"),
    json: resolved("json"),
    http: measured === "all" || measured === "http",
    queries: measured === "queries" || (measured === "all" && !quick),
    /** Minutes */
    sale,
    visitors,
    buyers: number("buyers", Math.ceil(visitors / 10)),
    knee: measured === "knee",
    /** Minutes */
    soak: measured === "soak" ? number("minutes", 60) : null,
    /** The number of products when the migrations run */
    migrate: measured === "migrate" ? number("products", 1_000_000) : null,
  }
}
