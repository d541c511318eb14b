import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import type { ProductSummary } from "~/domain/catalog/product"
import {
  categoryName,
  type ProductSummaryRow,
  productSummaryColumns,
  toProductSummaries,
} from "~/domain/catalog/product-rows.server"
import type { ProductState } from "~/domain/catalog/publication/publication"
import { isPublic, productState } from "~/domain/catalog/publication/publication.server"
import type { Queryable, Shop } from "~/domain/shop"
import { likePattern } from "~db/like-pattern"
import { INVENTORY_PER_PAGE, LOW_STOCK } from "./product-table"
import type { InventoryFilter, InventorySort } from "./product-table-filter"

export type InventoryProduct = ProductSummary & { state: ProductState }

interface InventoryPage {
  products: InventoryProduct[]
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
      .select(inventoryColumns)
      .limit(INVENTORY_PER_PAGE)
      .offset((filter.page - 1) * INVENTORY_PER_PAGE)
      .execute(),
    matchingProducts(shop, filter)
      .select((row) => row.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
  ])
  return { products: toInventory(shop, rows), count }
}

export const inventoryColumns = [...productSummaryColumns, productState.as("state")] as const

export function toInventory(
  shop: Shop,
  rows: readonly (ProductSummaryRow & { state: ProductState })[],
): InventoryProduct[] {
  return rows.flatMap((row) => toProductSummaries(shop, [row]).map((product) => ({ ...product, state: row.state })))
}

export function matchingProducts(shop: Queryable, { search, category, stock, status }: InventoryConditions) {
  let matching = shop.db.selectFrom("products").where("deleted_at", "is", null)
  if (category) matching = matching.where("category", "=", shop.categories.current.find(category)?.key ?? "")
  if (stock === "out") matching = matching.where("stock", "=", 0)
  if (stock === "few") matching = matching.where("stock", ">", 0).where("stock", "<=", LOW_STOCK)
  if (stock === "plenty") matching = matching.where("stock", ">", LOW_STOCK)
  if (status === "published") matching = matching.where(isPublic)
  else if (status) matching = matching.where(sql<boolean>`not ${isPublic} and ${productState} = ${status}`)
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
