import { parseArgs } from "node:util"
import { z } from "zod"
import { invalid } from "~/domain/shop-error"

const USAGE = `npm run bench                              the shop over HTTP compared with its peers, then the queries
npm run bench -- --quick                   the shop over HTTP in about a minute: shows only large differences
npm run bench -- http                      only the shop over HTTP
npm run bench -- queries                   lists of 10,000 and of 100,000 products, and refused sign-ins
npm run bench -- queries --sizes 10000,1000000
npm run bench -- queries --variants        also products with three variants each
npm run bench -- sale                      a ten-minute sale with one process, then with two: 20,000 visitors, 2,000 buyers
npm run bench -- sale --minutes 1          a smaller sale; --visitors and --buyers set their numbers
npm run bench -- knee                      how many buyers a second one process can serve
npm run bench -- soak --minutes 60         the memory of the shop under continuous load
npm run bench -- migrate                   the newest migrations in a shop of a million products that continues to sell
npm run bench -- migrate --products 10000
  --clients 1,16,64                        numbers of concurrent clients
  --folder /var/tmp/bench                  keeps the databases there for the next run
  --json FILE                              writes all results`

const number = (least: number, most: number) => z.coerce.number().int().min(least).max(most).optional()
const numbers = (least: number, most: number) =>
  z.preprocess(
    (given) => given && String(given).split(",").map(Number),
    z.array(z.int().min(least).max(most)).optional(),
  )
const path = z.string().min(1).optional()

const Options = z.object({
  measured: z.enum(["all", "http", "queries", "sale", "knee", "soak", "migrate"]).default("all"),
  quick: z.boolean().default(false),
  variants: z.boolean().default(false),
  minutes: number(1, 1_440),
  visitors: number(1, 100_000),
  buyers: number(1, 100_000),
  products: number(100, 5_000_000),
  clients: numbers(1, 512),
  sizes: numbers(100, 5_000_000),
  folder: path,
  json: path,
})
export type BenchOptions = z.output<typeof Options>

const [flag, text] = [{ type: "boolean" }, { type: "string" }] as const
const numeric = { minutes: text, visitors: text, buyers: text, products: text, clients: text, sizes: text }
const options = { quick: flag, variants: flag, folder: text, json: text, ...numeric }

/** @throws ShopError with a sentence about the invalid option */
export function parseBenchOptions(args: readonly string[]): BenchOptions {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    return Options.parse({ ...values, measured: positionals.at(-1) })
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : []
    const sentence = issue ? `${issue.path.join(" ")}: ${issue.message}` : (error as Error).message
    throw invalid(`${sentence}\n\n${USAGE}`)
  }
}
