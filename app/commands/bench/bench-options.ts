import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { z } from "zod"

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

const VISITORS_A_MINUTE = 2_000

/** Returns the options, or a sentence about the invalid one. */
export function parseBenchOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true })
  const parsed = Options.safeParse({ ...values, measured: positionals.at(-1) ?? "all" })
  if (!parsed.success) return parsed.error.issues[0]?.message ?? USAGE
  const { measured, quick, minutes, products, clients = quick ? [16] : [1, 16, 64], ...rest } = parsed.data
  const sale = measured === "sale" ? (minutes ?? 10) : null
  const { visitors = VISITORS_A_MINUTE * (sale ?? 0), buyers = Math.ceil(visitors / 10) } = rest
  return {
    ...rest,
    quick,
    clients,
    http: measured === "all" || measured === "http",
    queries: measured === "queries" || (measured === "all" && !quick),
    /** Minutes */
    sale,
    visitors,
    buyers,
    knee: measured === "knee",
    /** Minutes */
    soak: measured === "soak" ? (minutes ?? 60) : null,
    /** The number of products when the migrations run */
    migrate: measured === "migrate" ? products : null,
  }
}

const names = ["visitors", "buyers", "minutes", "products", "clients", "sizes", "folder", "json"]
const options = {
  quick: { type: "boolean" },
  variants: { type: "boolean" },
  ...Object.fromEntries(names.map((name) => [name, { type: "string" } as const])),
} as const

const range = (least: number, most: number) => `from ${least} to ${most.toLocaleString("en-US")}`

const number = (message: string, least: number, most: number) =>
  z
    .string(message)
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((one) => one >= least && one <= most, message)

const one = (name: string, least: number, most: number) =>
  number(`--${name} takes a number ${range(least, most)}.`, least, most)

const several = (name: string, least: number, most: number) => {
  const message = `--${name} takes numbers ${range(least, most)}, with commas between them.`
  const numbers = z.array(number(message, least, most)).max(10, message)
  return z
    .string(message)
    .transform((text) => text.split(","))
    .pipe(numbers)
}

const path = (name: string) => {
  const message = `--${name} needs a value.`
  const given = z.string(message).regex(/^(?!--|$)/, message)
  return given
    .transform((text) => resolve(text))
    .nullable()
    .default(null)
}

const Options = z.strictObject(
  {
    measured: z.enum(["all", "http", "queries", "sale", "knee", "soak", "migrate"], {
      error: ({ input }) => `There is no "${input}" to measure.`,
    }),
    quick: z.boolean().default(false),
    variants: z.boolean().default(false),
    visitors: one("visitors", 1, 100_000).optional(),
    buyers: one("buyers", 1, 100_000).optional(),
    minutes: one("minutes", 1, 1_440).optional(),
    products: one("products", 100, 5_000_000).default(1_000_000),
    clients: several("clients", 1, 512).optional(),
    sizes: several("sizes", 100, 5_000_000).default([10_000, 100_000]),
    folder: path("folder"),
    json: path("json"),
  },
  { error: ({ keys }) => `There is no "--${(keys as string[])[0]}" to measure.` },
)
