import { sql } from "kysely"
import { random } from "~/demo/random"
import { newObjectId } from "~/domain/object-id.server"
import type { Books, Shop } from "~/domain/shop"
import { openLog, openShop } from "~/open-shop.server"
import { parseSettings } from "~/settings.server"
import { inventProduct } from "./seed/invent-product"
import { type SeedStock, writeProducts } from "./seed/write-products.server"

const USAGE = "npm run seed -- --products 10000   adds so many invented products"
const BATCH = 5_000
const MOST = 5_000_000
const REVIEWERS = 200
/** How old the seeded shop pretends to be, in milliseconds. */
const SHOP_AGE = 3 * 365 * 24 * 60 * 60 * 1000

/** `npm run seed`: fills the shop with invented products. */
export async function main(args: readonly string[]): Promise<void> {
  const count = countOf(args)
  if (count === null) {
    process.stderr.write(`${USAGE}\n`)
    process.exitCode = 1
    return
  }
  const settings = parseSettings(process.env)
  const open = await openShop(settings, { log: openLog(settings), onProgress: say, patient: true })
  const started = performance.now()
  try {
    await seedProducts(open.shop, count, (done) => say(`${done.toLocaleString("en-US")} products`))
    say(`Done in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  } finally {
    await open.close()
  }
}

/** Adds invented products; the same catalogue every time for a shop of the same size. */
export async function seedProducts(
  shop: Shop,
  count: number,
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  const next = random(await productsSoFar(shop))
  const stock = await prepareStock(shop)
  await gatherIndexWrites(shop, true)
  try {
    for (let done = 0; done < count; ) {
      const batch = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => ({
        ...inventProduct(next),
        createdAt: arrivalOf((done + index + 1) / count, shop.now()),
      }))
      await shop.transaction((books) => writeProducts(books, batch, stock))
      done += batch.length
      onProgress(done)
    }
  } finally {
    await gatherIndexWrites(shop, false)
  }
  for (const table of filled) await sql`vacuum analyze ${sql.table(table)}`.execute(shop.db)
}

/** What a seed fills. */
const filled = ["products", "product_descriptions", "product_images", "reviews", "stock_ledger", "search_words"]

/** Lets the search indexes take their entries by the 32 MB instead of one by one; afterwards the last are put in. */
async function gatherIndexWrites(books: Books, gather: boolean): Promise<void> {
  const setting = gather ? sql`set (fastupdate = on, gin_pending_list_limit = 32768)` : sql`set (fastupdate = off)`
  for (const index of ["products_by_words", "products_by_name_words"]) {
    await sql`alter index ${sql.table(index)} ${setting}`.execute(books.db)
    if (!gather) await sql`select gin_clean_pending_list(${index}::regclass)`.execute(books.db)
  }
}

/** When a product came into the shop, by its place among all, from 0 to 1: the shop grew ever faster. */
function arrivalOf(place: number, now: Date): Date {
  return new Date(now.getTime() - SHOP_AGE * (1 - Math.sqrt(place)))
}

function countOf(args: readonly string[]): number | null {
  const [, given] = /^--products[= ](\d{1,7})$/.exec(args.join(" ")) ?? []
  const count = Number(given)
  return count >= 1 && count <= MOST ? count : null
}

async function productsSoFar(books: Books): Promise<number> {
  const { count } = await books.db
    .selectFrom("products")
    .select((select) => select.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow()
  return count + 1
}

/** The people who review, made once, and the pictures that are there. */
async function prepareStock(books: Books): Promise<SeedStock> {
  const names = Array.from({ length: REVIEWERS }, (_, index) => `Reviewer ${index + 1}`)
  await books.db
    .insertInto("users")
    .values(
      names.map((name, index) => ({
        id: newObjectId(books.now()),
        name,
        email: `reviewer-${index + 1}@seed.invalid`,
        password_hash: "none",
        avatar_picture_id: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const reviewers = await books.db
    .selectFrom("users")
    .select(["id", "name"])
    .where("email", "like", "reviewer-%@seed.invalid")
    .orderBy("id")
    .execute()
  const pictures = await sql<SeedStock["pictures"][number]>`
    select category, array_agg(distinct picture_id::text order by picture_id::text) as ids
    from product_images join products on products.id = product_id
    where position = 0 group by category`.execute(books.db)
  return { reviewers, pictures: pictures.rows }
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
