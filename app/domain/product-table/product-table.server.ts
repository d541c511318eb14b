import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import type { ProductSummary } from "~/domain/catalog/product"
import { categoryName, productSummaryColumns, toProductSummaries } from "~/domain/catalog/product-rows.server"
import type { Queryable, Shop } from "~/domain/shop"
import { likePattern } from "~db/like-pattern"
import { INVENTORY_PER_PAGE, LOW_STOCK } from "./product-table"
import type { InventoryFilter, InventorySort } from "./product-table-filter"

interface InventoryPage {
  products: ProductSummary[]
  /** On all pages */
  count: number
}

type InventoryConditions = Omit<InventoryFilter, "page" | "sort">

export async function listInventory(
  shop: Shop,
  _staff: Staff<"products.see">,
  filter: InventoryFilter,
): Promise<InventoryPage> {
  const [rows, { count }] = await Promise.all([
    sortInventory(matchingProducts(shop, filter), filter.sort)
      .select(productSummaryColumns)
      .limit(INVENTORY_PER_PAGE)
      .offset((filter.page - 1) * INVENTORY_PER_PAGE)
      .execute(),
    matchingProducts(shop, filter)
      .select((row) => row.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
  ])
  return { products: toProductSummaries(shop, rows), count }
}

export function matchingProducts(shop: Queryable, { search, category, stock }: InventoryConditions) {
  let matching = shop.db.selectFrom("products").where("deleted_at", "is", null)
  if (category) matching = matching.where("category", "=", shop.categories.current.find(category)?.key ?? "")
  if (stock === "out") matching = matching.where("stock", "=", 0)
  if (stock === "few") matching = matching.where("stock", ">", 0).where("stock", "<=", LOW_STOCK)
  if (stock === "plenty") matching = matching.where("stock", ">", LOW_STOCK)
  if (!search) return matching
  const pattern = likePattern(search)
  return matching.where((row) =>
    row.or([row("products.name", "ilike", pattern), row("products.id", "=", search.toLowerCase())]),
  )
}

const columns = {
  date: sql`products.created_at`,
  name: sql`lower(products.name)`,
  category: categoryName,
  price: sql`products.price`,
  stock: sql`products.stock`,
  rating: sql`products.rating`,
}

export function sortInventory<Query extends ReturnType<typeof matchingProducts>>(query: Query, sort: InventorySort) {
  const direction = sort.startsWith("-") ? "desc" : "asc"
  return query
    .orderBy(columns[sort.replace("-", "") as keyof typeof columns], direction)
    .orderBy("products.id", direction)
}
