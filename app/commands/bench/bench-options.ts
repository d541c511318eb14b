import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { z } from "zod"

export const USAGE = `npm run bench                              the shop over HTTP beside its peers, then the table of queries
npm run bench -- --quick                   the shop over HTTP in about a minute: good for large differences only
npm run bench -- http                      the shop over HTTP alone
npm run bench -- queries                   lists of 10,000 and of 100,000 products, and refused sign-ins
npm run bench -- queries --sizes 10000,1000000
npm run bench -- sale                      a sale with one process and with two: 20,000 visitors, 500 buyers, one product
npm run bench -- sale --visitors 2000 --buyers 100
npm run bench -- soak --minutes 60         what memory the shop holds under a load that goes on
npm run bench -- migrate                   the newest migrations in a shop of a million products that goes on selling
npm run bench -- migrate --products 10000
  --clients 1,16,64                        how many ask at once
  --folder /var/tmp/bench                  keeps the databases there for the next time
  --json FILE                              writes everything that was measured`

export type BenchOptions = Exclude<ReturnType<typeof parseBenchOptions>, string>

/** What was asked for, or a sentence that says what cannot be. */
export function parseBenchOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true })
  const parsed = Asked.safeParse({ ...values, measured: positionals.at(-1) ?? "all" })
  if (!parsed.success) return parsed.error.issues[0]?.message ?? USAGE
  const { measured, quick, minutes, products, clients = quick ? [16] : [1, 16, 64], ...rest } = parsed.data
  return {
    ...rest,
    quick,
    clients,
    http: measured === "all" || measured === "http",
    queries: measured === "queries" || (measured === "all" && !quick),
    sale: measured === "sale",
    /** Minutes of a load that goes on, instead of all else. */
    soak: measured === "soak" ? minutes : null,
    /** How many products the shop has in which migrations run, instead of all else. */
    migrate: measured === "migrate" ? products : null,
  }
}

const named = { type: "string" } as const
const options = {
  quick: { type: "boolean" },
  visitors: named,
  buyers: named,
  minutes: named,
  products: named,
  clients: named,
  sizes: named,
  folder: named,
  json: named,
} as const

const number = (message: string, least: number, most: number) =>
  z
    .string(message)
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((one) => one >= least && one <= most, message)

const numbers = (message: string, least: number, most: number) =>
  z
    .string(message)
    .transform((text) => text.split(","))
    .pipe(z.array(number(message, least, most)).max(10, message))

const path = (name: string) =>
  z
    .string(`${name} needs a value.`)
    .regex(/^(?!--|$)/, `${name} needs a value.`)
    .transform((given) => resolve(given))
    .nullable()
    .default(null)

const Asked = z.strictObject(
  {
    measured: z.enum(["all", "http", "queries", "sale", "soak", "migrate"], {
      error: ({ input }) => `There is no "${input}" to measure.`,
    }),
    quick: z.boolean().default(false),
    visitors: number("--visitors takes a number from 1 to 100,000.", 1, 100_000).default(20_000),
    buyers: number("--buyers takes a number from 1 to 100,000.", 1, 100_000).default(500),
    minutes: number("--minutes takes a number from 1 to 1,440.", 1, 1_440).default(60),
    products: number("--products takes a number from 100 to 5,000,000.", 100, 5_000_000).default(1_000_000),
    clients: numbers("--clients takes numbers from 1 to 512, with commas between them.", 1, 512).optional(),
    sizes: numbers(
      "--sizes takes numbers of products from 100 to 5,000,000, with commas between them.",
      100,
      5_000_000,
    ).default([10_000, 100_000]),
    folder: path("--folder"),
    json: path("--json"),
  },
  { error: ({ keys }) => `There is no "--${(keys as string[])[0]}" to measure.` },
)
