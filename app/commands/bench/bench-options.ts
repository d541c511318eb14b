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
const flags = ["quick", "variants"]
const paths = ["folder", "json"]
/** The least and the most, and how many numbers there may be. */
const ranges: Record<string, [least: number, most: number, count: number]> = {
  visitors: [1, 100_000, 1],
  buyers: [1, 100_000, 1],
  minutes: [1, 1_440, 1],
  products: [100, 5_000_000, 1],
  clients: [1, 512, 10],
  sizes: [100, 5_000_000, 10],
}
const types = (names: string[], type: "boolean" | "string") => names.map((name) => [name, { type }] as const)
const options = Object.fromEntries([...types(flags, "boolean"), ...types([...paths, ...Object.keys(ranges)], "string")])

const VISITORS_A_MINUTE = 2_000

/** Returns the options, or a sentence about the invalid one. */
export function parseBenchOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true })
  const measured = positionals.at(-1) ?? "all"
  if (!measurements.includes(measured)) return `There is no "${measured}" to measure.`
  for (const [name, value] of Object.entries(values)) if (!isValid(name, value)) return sentenceOn(name)
  const numbers = (name: string, byDefault: number[]) => values[name]?.toString().split(",").map(Number) ?? byDefault
  const number = (name: string, byDefault: number) => numbers(name, [byDefault])[0] as number
  const path = (name: string) => (values[name] ? resolve(String(values[name])) : null)
  const quick = values.quick === true
  const sale = measured === "sale" ? number("minutes", 10) : null
  const visitors = number("visitors", VISITORS_A_MINUTE * (sale ?? 0))
  return {
    quick,
    variants: values.variants === true,
    clients: numbers("clients", quick ? [16] : [1, 16, 64]),
    sizes: numbers("sizes", [10_000, 100_000]),
    folder: path("folder"),
    json: path("json"),
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

function isValid(name: string, value: string | boolean | undefined): boolean {
  if (flags.includes(name)) return value === true
  if (paths.includes(name)) return /^(?!--|$)./.test(String(value)) && value !== true
  const [least, most, count] = ranges[name] ?? [0, 0, 0]
  const numbers = String(value).split(",")
  return numbers.length <= count && numbers.every((one) => /^\d{1,9}$/.test(one) && +one >= least && +one <= most)
}

function sentenceOn(name: string): string {
  if (flags.includes(name)) return `--${name} takes no value.`
  if (paths.includes(name)) return `--${name} needs a value.`
  const [least, most, count] = ranges[name] ?? []
  if (!most) return `There is no "--${name}" to measure.`
  const range = `from ${least} to ${most.toLocaleString("en-US")}`
  return count === 1
    ? `--${name} takes a number ${range}.`
    : `--${name} takes numbers ${range}, with commas between them.`
}
