import { randomBytes } from "node:crypto"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { random } from "~/demo/random"
import { initialCategories as categories } from "~/domain/catalog/categories/category"
import { softDeleteCategory } from "~/domain/catalog/categories/delete-category.server"
import { createCategory, updateCategory } from "~/domain/catalog/categories/save-category.server"
import { publishProduct } from "~/domain/catalog/editing/publish-product.server"
import { ProductFields } from "~/domain/catalog/product"
import { newPictureKey, pictureUrl } from "~/domain/media/picture"
import { toDollars } from "~/domain/money/format-money"
import { newObjectId } from "~/domain/object-id.server"
import { listProducts } from "~/domain/search/listing.server"
import { emptyFilter } from "~/domain/search/product-filter"
import { parseSettings } from "~/start/settings.server"
import { anAdmin } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { inventProduct } from "./seed/invent-product"
import { picturesForAll } from "./seed/seed-pictures.server"
import { main, seedProducts } from "./seed.server"

let here: TestShop

beforeAll(async () => {
  here = await openTestShop()
  await seedProducts(here.shop, 400)
})
afterAll(() => here.close())

const numberOf = async (query: ReturnType<typeof sql<{ number: number }>>) =>
  (await query.execute(here.shop.db)).rows[0]?.number

describe("a seeded shop", () => {
  test("has as many products as requested, and adds more on the next run", async () => {
    const list = await listProducts(here.shop, emptyFilter)
    expect(list).toMatchObject({ productCount: 400, filteredProductCount: 400 })
    await seedProducts(here.shop, 25)
    expect((await listProducts(here.shop, emptyFilter)).productCount).toBe(425)
    expect(new Set(list.products.map((product) => product.name)).size).toBe(12)
  })

  test("has a stock ledger whose sum is the stock", async () => {
    expect(
      await numberOf(sql`select count(*) as number from products where stock is distinct from
        coalesce((select sum(change) from stock_ledger where variant_id = products.id), 0)`),
    ).toBe(0)
    expect(await numberOf(sql`select count(*) as number from products where stock = 0`)).toBeGreaterThan(0)
  })

  test("has ratings that are the averages of its reviews", async () => {
    expect(await numberOf(sql`select count(*) as number from reviews`)).toBeGreaterThan(200)
    expect(
      await numberOf(sql`select count(*) as number from products where (num_reviews, rating_halves) <>
        (select count(*)::integer, coalesce(sum(rating_halves), 0)::integer from reviews where product_id = products.id)`),
    ).toBe(0)
  })

  test("can be searched like any other shop, with typing errors", async () => {
    const steel = await listProducts(here.shop, { ...emptyFilter, keyword: "steel", sort: "relevance" })
    expect(steel.filteredProductCount).toBeGreaterThan(10)
    const misspelt = await listProducts(here.shop, { ...emptyFilter, keyword: "stele", sort: "relevance" })
    expect(misspelt.corrected).toBe("steel")
  })

  test("keeps the settings of the search indexes: no search waits for pending writes", async () => {
    expect(
      await numberOf(sql`select count(*) as number from pg_class
        where relname in ('public_products_by_words', 'public_products_by_name_words') and 'fastupdate=off' = any(reloptions)`),
    ).toBe(2)
  })

  test("keeps its triggers: a product that an administrator publishes afterwards has its stock and is found", async () => {
    const admin = await anAdmin(here.shop)
    const fields = { name: "Quixotic Lantern", desc: "Lights.", category: "Household", price: 900, stock: 7 } as const
    const id = await publishProduct(here.shop, admin, fields)
    const { products } = await listProducts(here.shop, { ...emptyFilter, keyword: "quixotic", sort: "relevance" })
    expect(products).toMatchObject([{ id, stock: 7 }])
  })
})

test("an invented product could have been entered by an administrator, and is always the same", () => {
  const invent = () => {
    const next = random(7)
    return Array.from({ length: 500 }, () => inventProduct(next))
  }
  const products = invent()
  for (const { ratings, price, kind: category, ...fields } of products) {
    expect(ProductFields.safeParse({ ...fields, category, price: toDollars(price) }).success).toBe(true)
    expect(ratings.every((rating) => rating >= 1 && rating <= 10)).toBe(true)
  }
  expect(invent()).toEqual(products)
})

test("new products share the pictures of existing ones in their category", async () => {
  const { db, now } = here.shop
  const pictures = (["Kitchen", "Gaming"] as const).map((category) => ({ category, id: newObjectId(now()) }))
  for (const { category, id } of pictures) {
    const looks = { key: newPictureKey(now(), randomBytes(14)), width: 1, height: 1, widths: [1], placeholder: "" }
    await db
      .insertInto("pictures")
      .values({ id, ...looks, created_at: now() })
      .execute()
    const { id: product } = await db
      .selectFrom("products")
      .select("id")
      .where("category", "=", category)
      .limit(1)
      .executeTakeFirstOrThrow()
    await db.insertInto("product_images").values({ id, product_id: product, picture_id: id, position: 0 }).execute()
  }
  await seedProducts(here.shop, 100)
  const shown = await sql<{ category: string; picture: string; count: number }>`
    select category, picture_id as picture, count(*) as count
    from product_images join products on products.id = product_id group by 1, 2`.execute(db)
  expect(shown.rows.map(({ category, picture }) => ({ category, id: picture }))).toHaveLength(2)
  expect(shown.rows.map(({ category, picture: id }) => ({ category, id }))).toEqual(expect.arrayContaining(pictures))
  for (const { count } of shown.rows) expect(count).toBeGreaterThan(1)
})

test("in a shop with custom categories, products go to the successors of the first ones, or to others in turn", async () => {
  const bare = await openTestShop()
  try {
    const admin = await anAdmin(bare.shop)
    const edit = { body: "" }
    const first = new Map(bare.shop.categories.current.all.map(({ name, id }) => [name, id]))
    const idOf = (name: string) => first.get(name) ?? ""
    await updateCategory(bare.shop, admin, idOf("Kitchen"), { ...edit, name: "Cookware" })
    for (const name of ["Electronics", "Footwear", "Clothing", "Household"])
      await softDeleteCategory(bare.shop, admin, idOf(name), null)
    await softDeleteCategory(bare.shop, admin, idOf("Gaming"), idOf("Kitchen"))
    await createCategory(bare.shop, admin, { ...edit, name: "Books" })
    await bare.shop.categories.renew()
    await seedProducts(bare.shop, 60, { pictures: await picturesForAll(bare.shop) })
    for (const [category, least] of [
      ["Cookware", 20],
      ["Books", 10],
    ] as const) {
      const list = await listProducts(bare.shop, { ...emptyFilter, category })
      expect(list.filteredProductCount).toBeGreaterThan(least)
      expect(list.products.filter((product) => product.picture === null || product.category !== category)).toEqual([])
    }
    const { productCount } = await listProducts(bare.shop, emptyFilter)
    expect(productCount).toBe(60)
    const found = await listProducts(bare.shop, { ...emptyFilter, keyword: "cookware", sort: "relevance" })
    expect(found.filteredProductCount).toBeGreaterThan(20)
  } finally {
    await bare.close()
  }
})

test("in a shop without pictures one drawing is made for each category, and shared", async () => {
  const bare = await openTestShop()
  try {
    const pictures = await picturesForAll(bare.shop)
    expect(pictures.map(({ category }) => category)).toEqual([...categories])
    await seedProducts(bare.shop, 60, { pictures })
    const { products } = await listProducts(bare.shop, emptyFilter)
    expect(products.filter(({ picture }) => picture === null)).toEqual([])
    const [{ picture } = { picture: null }] = products
    const name = picture && pictureUrl(picture).split("/").at(-1)
    expect(await bare.shop.media.get(name ?? "")).not.toBeNull()
    const { count } = await bare.shop.db
      .selectFrom("pictures")
      .select((select) => select.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow()
    expect(count).toBe(categories.length)
  } finally {
    await bare.close()
  }
})

const nowhere = {
  DATABASE_URL: "postgres://nowhere.invalid/none",
  SESSION_SECRET: "a secret of some length",
  PAYMENTS: "sandbox",
}

test.each([
  ["an unknown kind of shop", ["--shop", "mars"], "“mars”: choose eu or us"],
  ["the name of what every object has", ["--shop=constructor"], "“constructor”: choose eu or us"],
  ["no kind at all", ["--shop"], "npm run seed -- --shop eu"],
])("%s ends the command with a message, before the shop is opened", async (_, args, sentence) => {
  const written: string[] = []
  const write = process.stderr.write
  process.stderr.write = (text: string | Uint8Array) => written.push(String(text)) > 0
  try {
    await main(parseSettings(nowhere), args)
    expect([process.exitCode, written.join("")]).toEqual([1, expect.stringContaining(sentence)])
  } finally {
    process.stderr.write = write
    process.exitCode = undefined
  }
})
