import { sql } from "kysely"
import { random } from "~/demo/random"
import { newObjectId } from "~/domain/object-id.server"
import type { Queryable, Shop } from "~/domain/shop"
import type { OpenShop } from "~/open-shop.server"
import { prepareShop } from "~/start/prepare-shop.server"
import type { Settings } from "~/start/settings.server"
import { fail, print } from "./process/terminal.server"
import { withShop } from "./process/with-shop.server"
import { categoriesByKind } from "./seed/category-kinds"
import { inventProduct } from "./seed/invent-product"
import { picturesForAll, picturesInUse, type SharedPictures } from "./seed/seed-pictures.server"
import { isShopName, type ShopName, setUpShop, shopNames } from "./seed/set-up-shop.server"
import { type SeedData, writeProducts } from "./seed/write-products.server"

const USAGE = `npm run seed -- --products 10000   adds generated products
npm run seed -- --shop eu          sets up an empty shop in Germany: prices with VAT, shipping to the EU
npm run seed -- --shop us          sets up an empty shop in Ohio: sales tax on top, shipping to the United States`
const BATCH = 5_000
const MAX_PRODUCTS = 5_000_000
const REVIEWERS = 200
const SHOP_AGE = 3 * 365 * 24 * 60 * 60 * 1000

export async function main(settings: Settings, args: readonly string[]): Promise<void> {
  const [, kind] = /^--shop[= ](\S{1,40})$/.exec(args.join(" ")) ?? []
  if (kind !== undefined && isShopName(kind)) return setUp(settings, kind)
  if (kind !== undefined) return fail(`There is no shop called “${kind}”: choose ${shopNames.join(" or ")}`)
  const count = parseCount(args)
  if (count === null) return fail(USAGE)
  const seed = async ({ shop }: OpenShop) => {
    if (categoriesByKind(shop).size === 0) return fail("This shop has no categories: create one first")
    const started = performance.now()
    const onProgress = (done: number) => print(`${done.toLocaleString("en-US")} products`)
    await seedProducts(shop, count, { pictures: await picturesForAll(shop), onProgress })
    print(`Done in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  }
  await withShop(settings, seed, { onProgress: print })
}

/** The embedded shop gets its administrator here, if this is before its first start. */
async function setUp(settings: Settings, kind: ShopName): Promise<void> {
  const prepareAndSetUp = async (open: OpenShop) => {
    const { admin } = await prepareShop(open, { ...settings, demoCatalogue: "off" }, print)
    if (admin) print(`Administrator: ${admin.email}, first password in ${admin.file}`)
    const isNew = await setUpShop(open.shop, kind)
    print(isNew ? "The shop is set up: see /admin/shipping and /admin/taxes." : "The shop was already set up this way.")
  }
  await withShop(settings, prepareAndSetUp, { onProgress: print })
}

interface SeedOptions {
  /** Pictures for the products; by default those of the category's existing products */
  pictures?: SharedPictures[]
  /** Gives each product three sizes with separate prices */
  sizes?: boolean
  onProgress?: (done: number) => void
}

/** Invents the same products for every shop of the same size. */
export async function seedProducts(
  shop: Shop,
  count: number,
  { pictures, sizes, onProgress = () => {} }: SeedOptions = {},
): Promise<void> {
  const next = random((await countProducts(shop)) + 1)
  const shelves = categoriesByKind(shop)
  const stock = { reviewers: await prepareReviewers(shop), pictures: pictures ?? (await picturesInUse(shop)) }
  await batchIndexWrites(shop, true)
  try {
    for (let done = 0; done < count; ) {
      const batch = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => {
        const product = inventProduct(next)
        const shelf = shelves.get(product.kind)
        if (!shelf) throw new Error("This shop has no category")
        return { ...product, shelf, sizes, createdAt: createdAtOf((done + index + 1) / count, shop.now()) }
      })
      await shop.transaction((tx) => writeProducts(tx, batch, stock))
      done += batch.length
      onProgress(done)
    }
  } finally {
    await batchIndexWrites(shop, false)
  }
  for (const table of seededTables) await sql`vacuum analyze ${sql.table(table)}`.execute(shop.db)
}

const seededTables = [
  "products",
  "variants",
  "product_descriptions",
  "product_images",
  "reviews",
  "stock_ledger",
  "search_words",
]

/** Makes the search indexes batch 32 MB of entries, and merges the last batch afterwards. */
async function batchIndexWrites(shop: Queryable, gather: boolean): Promise<void> {
  const setting = gather ? sql`set (fastupdate = on, gin_pending_list_limit = 32768)` : sql`set (fastupdate = off)`
  for (const index of ["public_products_by_words", "public_products_by_name_words"]) {
    await sql`alter index ${sql.table(index)} ${setting}`.execute(shop.db)
    if (!gather) await sql`select gin_clean_pending_list(${index}::regclass)`.execute(shop.db)
  }
}

/** Maps a place from 0 to 1 to a date: the shop grew ever faster. */
function createdAtOf(place: number, now: Date): Date {
  return new Date(now.getTime() - SHOP_AGE * (1 - Math.sqrt(place)))
}

function parseCount(args: readonly string[]): number | null {
  const [, given] = /^--products[= ](\d{1,7})$/.exec(args.join(" ")) ?? []
  const count = Number(given)
  return count >= 1 && count <= MAX_PRODUCTS ? count : null
}

export async function countProducts(shop: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from products`.execute(shop.db)
  return rows[0]?.count ?? 0
}

async function prepareReviewers({ db, now }: Queryable): Promise<SeedData["reviewers"]> {
  const reviewers = Array.from({ length: REVIEWERS }, (_, index) => ({
    id: newObjectId(now()),
    name: `Reviewer ${index + 1}`,
    email: `reviewer-${index + 1}@seed.invalid`,
    password_hash: "none",
  }))
  const insert = db.insertInto("users").values(reviewers)
  await insert.onConflict((conflict) => conflict.doNothing()).execute()
  const all = db.selectFrom("users").select(["id", "name"]).where("email", "like", "reviewer-%@seed.invalid")
  return all.orderBy("id").execute()
}
