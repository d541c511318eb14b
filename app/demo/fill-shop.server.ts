import { randomBytes } from "node:crypto"
import { sql } from "kysely"
import { hashPassword } from "~/domain/accounts/passwords/passwords.server"
import { todayOf } from "~/domain/days/shop-days.server"
import { DAY } from "~/domain/durations"
import { addJob } from "~/domain/jobs/jobs.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { type DemoIds, demoOrderRows, type ShownProduct } from "./order-rows.server"
import { type DemoProduct, demoDrafts, demoProducts, SALE_DAYS } from "./products"
import { demoPeople, demoReviews } from "./reviews"

const OPENING_NOTE = "Demo catalogue"

const shelf = [...demoProducts, ...demoDrafts]

/** A shop with custom prices is not empty: the demo's orders use the default ones. */
export async function isEmptyShop({ db }: Queryable): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from products) and not exists (select from orders)
      and not exists (select from pricing_versions) as empty`.execute(db)
  return rows[0]?.empty ?? false
}

export async function hasDemoCatalogue({ db }: Queryable): Promise<boolean> {
  const opening = await db
    .selectFrom("stock_ledger")
    .select("id")
    .where("note", "=", OPENING_NOTE)
    .where("id", "<=", demoProducts.length * 2)
    .executeTakeFirst()
  return opening !== undefined
}

/** Writes everything but the pictures, which jobs draw after the shop has opened. */
export async function fillShop(shop: Shop, onProgress: (line: string) => void): Promise<void> {
  if (!(await isEmptyShop(shop))) return
  const passwordHash = await hashPassword(randomBytes(24).toString("base64url"))
  await shop.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('demo catalogue'))`.execute(tx.db)
    if (!(await isEmptyShop(tx))) return
    const people = await writePeople(tx, passwordHash)
    const products = await writeProducts(tx)
    await writeReviews(tx, { people, products })
    await writeOrders(tx, { people, products })
    await queueDrawings(tx, products)
    await sql`analyze`.execute(tx.db)
    onProgress(`${demoProducts.length} products, ${demoReviews().length} reviews, ${people.length} customers`)
    onProgress("The pictures of the demo catalogue are drawn while the shop is open")
  })
}

/** The newest products come first, as on the front page. */
async function queueDrawings(tx: Tx, products: DemoIds["products"]): Promise<void> {
  const newestFirst = [...products.values()].toSorted((a, b) => b.id.localeCompare(a.id))
  for (const { id, product } of newestFirst) {
    await addJob(tx, "draw-demo-pictures", { product: id, slug: product.slug }, { isUrgent: false })
  }
}

async function writePeople(tx: Tx, passwordHash: string): Promise<string[]> {
  const rows = demoPeople.map(({ name, email }, index) => {
    const joined = new Date(tx.now().getTime() - (100 + index * 9) * DAY)
    return { id: newObjectId(joined), name, email, password_hash: passwordHash, created_at: joined, updated_at: joined }
  })
  await tx.db.insertInto("users").values(rows).execute()
  return rows.map((row) => row.id)
}

async function writeProducts(tx: Tx): Promise<DemoIds["products"]> {
  const products: DemoIds["products"] = new Map()
  for (const [index, product] of shelf.entries()) {
    // Mixes the categories among the newest.
    const age = product.isDraft ? 1 : ((index * 23) % demoProducts.length) + 93
    products.set(product.slug, identify(product, new Date(tx.now().getTime() - age * DAY)))
  }
  const all = [...products.values()]
  await tx.db
    .insertInto("products")
    .values(
      all.map(({ id, product }) => {
        const created = madeAt(id)
        const { name, category, price, compareAtPrice: before = null, isDraft } = product
        const prices = { price, compare_at_price: before, prior_price: before }
        const options = JSON.stringify(product.options)
        return { id, name, category, options, is_draft: isDraft, ...prices, created_at: created, updated_at: created }
      }),
    )
    .execute()
  await writeVariants(tx, all)
  const ended_at = new Date(tx.now().getTime() - SALE_DAYS * DAY)
  const past = all.flatMap(({ variants }) =>
    variants.map(({ id, compareAtPrice }) => ({ variant_id: id, ended_at, price: compareAtPrice ?? 0 })),
  )
  await tx.db
    .insertInto("past_prices")
    .values(past.filter(({ price }) => price > 0))
    .execute()
  await tx.db
    .insertInto("product_descriptions")
    .values(all.map(({ id, product }) => ({ product_id: id, description: product.desc })))
    .execute()
  return products
}

function identify(product: DemoProduct, made: Date): ShownProduct {
  const id = newObjectId(made)
  const variants = product.variants.map((variant) => {
    return { ...variant, id: product.options.length > 0 ? newObjectId(made) : id }
  })
  return { id, product, variants }
}

/** The variants of products with options, in place of the initial variant */
async function writeVariants(tx: Tx, all: readonly ShownProduct[]): Promise<void> {
  const withOptions = all.filter(({ product }) => product.options.length > 0)
  await tx.db
    .updateTable("variants")
    .set({ removed_at: tx.now() })
    .where(
      "id",
      "in",
      withOptions.map(({ id }) => id),
    )
    .execute()
  const rows = withOptions.flatMap(({ id: product_id, variants }) =>
    variants.map(({ id, title, values, sku, price, compareAtPrice: before }, position) => {
      const created = { created_at: madeAt(id), updated_at: madeAt(id) }
      const prices = { price, compare_at_price: before, prior_price: before }
      return { id, product_id, option_values: values, title, sku, ...prices, position, ...created }
    }),
  )
  await tx.db.insertInto("variants").values(rows).execute()
}

function madeAt(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8), 16) * 1000)
}

async function writeReviews(tx: Tx, { people, products }: DemoIds): Promise<void> {
  const rows = demoReviews().flatMap((review) => {
    const product = products.get(review.product)
    const person = people[review.person]
    if (!product || !person) return []
    const created = new Date(tx.now().getTime() - review.daysAgo * DAY)
    return {
      id: newObjectId(created),
      product_id: product.id,
      user_id: person,
      name: demoPeople[review.person]?.name ?? "",
      rating_halves: review.rating * 2,
      comment: review.comment,
      created_at: created,
      updated_at: created,
    }
  })
  await tx.db.insertInto("reviews").values(rows).execute()
  await sql`
    update products set num_reviews = r.count, rating_halves = r.halves
    from (select product_id, count(*)::integer as count, sum(rating_halves)::integer as halves from reviews group by 1) r
    where products.id = r.product_id`.execute(tx.db)
}

async function writeOrders(tx: Tx, ids: DemoIds): Promise<void> {
  const { orders, lines, sales, intents } = demoOrderRows(
    { now: tx.now(), today: todayOf(tx) },
    ids,
    tx.settings.current.pricing,
  )
  const sold = new Map<string, number>()
  for (const { variant_id, change } of sales) sold.set(variant_id, (sold.get(variant_id) ?? 0) - change)
  const openings = [...ids.products.values()]
    .flatMap(({ variants }) => variants)
    .map(({ id, stock }) => ({ variant_id: id, change: stock + (sold.get(id) ?? 0), created_at: madeAt(id) }))
    .filter(({ change }) => change > 0)
    .map((opening) => ({ ...opening, reason: "opening" as const, note: OPENING_NOTE }))
  await tx.db.insertInto("stock_ledger").values(openings).execute()
  await tx.db.insertInto("sandbox_intents").values(intents).execute()
  const placed = orders.toSorted((a, b) => Number(a.created_at) - Number(b.created_at))
  await tx.db.insertInto("orders").values(placed).execute()
  await tx.db.insertInto("order_lines").values(lines).execute()
  const inTime = sales.toSorted((a, b) => Number(a.created_at) - Number(b.created_at))
  await tx.db.insertInto("stock_ledger").values(inTime).execute()
}
