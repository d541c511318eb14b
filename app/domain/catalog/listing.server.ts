import { type RawBuilder, sql } from "kysely"
import { picturesOfProducts } from "../media/product-images.server"
import type { Shop } from "../shop"
import { type Category, categories } from "./category"
import type { Product, ProductSummary } from "./product"
import { PRODUCTS_PER_PAGE, type ProductFilter, type Sort } from "./product-filter"
import { type SummaryRow, summaryColumns, toSummary } from "./product-rows.server"

export interface ProductList {
  products: ProductSummary[]
  /** How many products the shop sells. */
  productCount: number
  resultPerPage: number
  /** How many of them the filter leaves, on all pages. */
  filteredProductCount: number
}

/** One page of the products that a filter leaves; a page past the end is empty. */
export async function listProducts(shop: Shop, filter: ProductFilter): Promise<ProductList> {
  const [rows, counts] = await Promise.all([readRows(shop, filter), readCounts(shop, filter)])
  const pictures = await picturesOfProducts(
    shop,
    rows.map((row) => row.id),
    "first",
  )
  return {
    products: rows.map((row) => toSummary(row, pictures)),
    productCount: counts.all,
    resultPerPage: PRODUCTS_PER_PAGE,
    filteredProductCount: counts.filtered,
  }
}

/** How many products each category would leave if it were chosen, whichever is chosen now. */
export async function countCategories(
  shop: Shop,
  filter: ProductFilter,
): Promise<{ category: Category; count: number }[]> {
  const rows = await shop.db
    .selectFrom("products")
    .select((select) => ["category", select.fn.countAll<number>().as("count")])
    .where(conditions({ ...filter, category: null }))
    .groupBy("category")
    .execute()
  const counts = new Map(rows.map((row) => [row.category, row.count]))
  return categories.map((category) => ({ category, count: counts.get(category) ?? 0 }))
}

/** The same products with their descriptions and all their pictures, for the public JSON. */
export async function describeProducts(shop: Shop, products: readonly ProductSummary[]): Promise<Product[]> {
  if (products.length === 0) return []
  const ids = products.map((product) => product.id)
  const [pictures, descriptions] = await Promise.all([
    picturesOfProducts(shop, ids, "all"),
    shop.db.selectFrom("product_descriptions").selectAll().where("product_id", "in", ids).execute(),
  ])
  const texts = new Map(descriptions.map((row) => [row.product_id, row.description]))
  return products.map(({ picture: _, ...product }) => ({
    ...product,
    desc: texts.get(product.id) ?? "",
    pictures: pictures.get(product.id) ?? [],
  }))
}

async function readRows(shop: Shop, filter: ProductFilter): Promise<SummaryRow[]> {
  return shop.db
    .selectFrom("products")
    .select(summaryColumns)
    .where(conditions(filter))
    .orderBy(orders[filter.sort])
    .limit(PRODUCTS_PER_PAGE)
    .offset((filter.page - 1) * PRODUCTS_PER_PAGE)
    .execute()
}

async function readCounts(shop: Shop, filter: ProductFilter) {
  const counted = await sql<{ all: number; filtered: number }>`
    select count(*) as all, count(*) filter (where ${conditions(filter)}) as filtered
    from products where deleted_at is null`.execute(shop.db)
  return counted.rows[0] ?? { all: 0, filtered: 0 }
}

const orders: Record<Sort, RawBuilder<unknown>> = {
  relevance: sql`created_at desc, id desc`,
  newest: sql`created_at desc, id desc`,
  "price-asc": sql`price, id`,
  "price-desc": sql`price desc, id desc`,
  rating: sql`rating desc, num_reviews desc, id desc`,
}

function conditions({ keyword, category, priceFrom, priceTo, ratingFrom }: ProductFilter): RawBuilder<boolean> {
  const all = [sql<boolean>`deleted_at is null`]
  if (keyword) all.push(sql`words @@ plainto_tsquery('english', search_text(${keyword}))`)
  if (category) all.push(sql`category = ${category}`)
  if (priceFrom > 0) all.push(sql`price >= ${priceFrom}`)
  if (priceTo !== null) all.push(sql`price <= ${priceTo}`)
  if (ratingFrom > 0) all.push(sql`rating >= ${ratingFrom}`)
  return sql`${sql.join(all, sql` and `)}`
}
