import { sql } from "kysely"
import { beforeAll, describe, expect, test } from "vitest"
import { pick, random } from "~/demo/random"
import { openForTests } from "~/testing/processes/open-for-tests"
import { openTestShop } from "~/testing/shop/test-shop.server"
import { orderBySort, sortColumns } from "./filter-conditions.server"
import { listProducts } from "./listing.server"
import { emptyFilter, PRODUCTS_PER_PAGE, type ProductFilter, type Sort } from "./product-filter"
import { countOverlapping, findSpreadBuckets, listOverlapping } from "./range-overlap.server"

interface Priced {
  id: string
  category: string
  price: number
  highest: number
  /** The rating of its only review, or 0 */
  rating: number
  tags: string[]
  /** Creation time in seconds */
  age: number
  isPublic: boolean
}

/** Many have the same price, and many ranges share a beginning or an end. */
const prices = [1, 100, 1_999, 2_000, 2_001, 2_400, 5_000, 99_999_999]
const widths = [0, 0, 1, 2, 99, 400, 3_000, 1_000_000]
const next = random(20)
const priced = Array.from({ length: 300 }, (_, number): Priced => {
  const price = pick(next, prices)
  return {
    id:
      Math.floor(next() * 1e6)
        .toString(16)
        .padStart(8, "0") + number.toString(16).padStart(16, "0"),
    category: pick(next, ["Gaming", "Kitchen"]),
    price,
    highest: Math.min(price + pick(next, widths), 99_999_999),
    rating: pick(next, [0, 3, 5]),
    tags: pick(next, [[], ["size=m"], ["size=m", "size=s"]]),
    age: Math.floor(next() * 50),
    isPublic: next() < 0.95,
  }
})

const here = openForTests(openTestShop)
beforeAll(() => insertPriced(priced))

/** Prices of products derive from variants, which lists do not read. */
async function insertPriced(rows: readonly Priced[]) {
  await here.shop.transaction(async ({ db }) => {
    await sql`alter table products disable trigger user`.execute(db)
    await sql`
      insert into products (id, name, category, price, highest_price, num_reviews, rating_halves, options, option_tags,
        is_public, is_draft, created_at)
      select id, 'Thing', category, price, highest, least(rating, 1), rating * 2,
        case when tags = '{}' then '[]' else '[{"name": "Size", "values": [{"name": "M", "slug": "m"}]}]'::jsonb end,
        tags, "isPublic", not "isPublic", '2026-01-01'::timestamptz - age * interval '1 second'
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) given (
        id text, category text, price integer, highest integer, rating integer, tags text[], age integer,
        "isPublic" boolean)`.execute(db)
    await sql`alter table products enable trigger user`.execute(db)
    await sql`update catalog_version set version = version + 1, shelf_version = shelf_version + 1`.execute(db)
  })
  await sql`analyze products`.execute(here.shop.db)
}

const keys: Record<Exclude<Sort, "relevance">, (product: Priced) => (number | string)[]> = {
  newest: ({ age, id }) => [-age, id],
  "price-asc": ({ price, id }) => [price, id],
  "price-desc": ({ highest, id }) => [highest, id],
  rating: ({ rating, id }) => [rating, Math.min(rating, 1), id],
}

function plainList(filter: ProductFilter): string[] {
  const { category, priceFrom, priceTo, ratingFrom, options, sort } = filter
  const found = priced.filter(
    (product) =>
      product.isPublic &&
      (category === null || product.category === category) &&
      (priceTo === null || product.price <= priceTo) &&
      product.highest >= priceFrom &&
      product.rating >= ratingFrom &&
      options.every((choice) => choice.some((tag) => product.tags.includes(tag))),
  )
  const key = keys[sort === "relevance" ? "newest" : sort]
  const upwards = found.sort((one, other) => compare(key(one), key(other)))
  return (sort === "price-asc" ? upwards : upwards.reverse()).map(({ id }) => id)
}

function compare(one: (number | string)[], other: (number | string)[]): number {
  const at = one.findIndex((value, place) => value !== other[place])
  if (at < 0) return 0
  return (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1
}

const filters = Array.from({ length: 25 }, (_, number): ProductFilter => {
  const edges = priced.flatMap(({ price, highest }) => [price, highest, highest + 1, price + 1])
  const [from = 0, to = 0] = [pick(next, edges), pick(next, edges)].sort((one, other) => one - other)
  return {
    ...emptyFilter,
    category: pick(next, [null, "Gaming"]),
    priceFrom: number % 5 === 1 ? 0 : from,
    priceTo: number % 5 === 2 ? null : number % 5 === 3 ? from : to,
    ratingFrom: pick(next, [0, 0, 4]),
    options: pick(next, [[], [], [], [["size=s"]]]),
  }
})

describe("a list of products with several prices", () => {
  test.each(Object.keys(keys) as Sort[])("by %s has the same results as a full scan, on each page", async (sort) => {
    for (const refinement of filters) {
      const expected = plainList({ ...refinement, sort })
      const pages = Math.ceil(expected.length / PRODUCTS_PER_PAGE)
      for (const page of new Set([1, 2, Math.ceil(pages / 2), pages - 1, pages, pages + 1])) {
        if (page < 1) continue
        const filter = { ...refinement, sort, page }
        const { products, filteredProductCount } = await listProducts(here.shop, filter)
        const offset = (page - 1) * PRODUCTS_PER_PAGE
        expect({ filter, ids: products.map(({ id }) => id), count: filteredProductCount }).toEqual({
          filter,
          ids: expected.slice(offset, offset + PRODUCTS_PER_PAGE),
          count: expected.length,
        })
      }
    }
  })
})

describe("the rows read for a page when price ranges span the end of a filter", () => {
  const spreadBuckets = { least: 0, greatest: 55 }
  beforeAll(() => insertPriced([...crowd("Footwear", 1_000, 1_900), ...crowd("Clothing", 1_500, 2_500)]))

  /** Products of a category with nearly the same prices */
  function crowd(category: string, from: number, to: number): Priced[] {
    return Array.from({ length: 500 }, (_, number) => ({
      id: category.slice(0, 1).charCodeAt(0).toString(16) + number.toString(16).padStart(22, "0"),
      category,
      price: from + (number % 7),
      highest: to + (number % 5),
      rating: 0,
      tags: [],
      age: 0,
      isPublic: true,
    }))
  }

  /** Index entries and rows that a statement reads */
  async function readBy(statement: ReturnType<typeof listOverlapping>): Promise<number> {
    const { rows } = await sql<{ "QUERY PLAN": [{ Plan: PlanNode }] }>`
      explain (analyze, format json) ${statement}`.execute(here.shop.db)
    const read = (node: PlanNode): number =>
      (node["Node Type"].includes("Scan on") || node["Relation Name"] === "products"
        ? (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
        : 0) + (node.Plans ?? []).reduce((sum, inner) => sum + read(inner), 0)
    return rows[0] ? Math.round(read(rows[0]["QUERY PLAN"][0].Plan)) : Number.NaN
  }

  interface PlanNode {
    "Node Type": string
    "Relation Name"?: string
    "Actual Rows": number
    "Actual Loops": number
    "Rows Removed by Filter"?: number
    Plans?: PlanNode[]
  }

  const overlap = (category: string, price: number) => ({
    price,
    spreadBuckets,
    others: [sql<boolean>`products.is_public`, sql<boolean>`products.category = ${category}`],
  })

  test.each(["price-asc", "price-desc"] as const)(
    "are one page per spread by %s, however many ranges span it",
    async (sort) => {
      const walk = (category: string, price: number) =>
        listOverlapping(overlap(category, price), sortColumns(sort), {
          sort,
          order: orderBySort(sort, "forwards"),
          limit: PRODUCTS_PER_PAGE,
        })
      expect(await readBy(walk("Clothing", 2_000))).toBeLessThanOrEqual(3 * PRODUCTS_PER_PAGE)
      expect(await readBy(walk("Footwear", 5_000))).toBe(0)
      expect(await readBy(walk("Footwear", 500))).toBe(0)
    },
  )

  test("are hardly more than the counted products", async () => {
    const count = (category: string, price: number) => readBy(sql`select ${countOverlapping(overlap(category, price))}`)
    expect(await count("Clothing", 2_000)).toBe(500)
    expect(await count("Footwear", 5_000)).toBe(0)
  })

  test("are none where each product has one price", async () => {
    expect(await findSpreadBuckets(here.shop)).toEqual({ least: 0, greatest: 41 })
    await sql`delete from products where highest_price > price`.execute(here.shop.db)
    expect(await findSpreadBuckets(here.shop)).toBeNull()
  })
})
