import { z } from "zod"
import type { Categories } from "~/domain/catalog/categories/categories"
import { knownCategory } from "~/domain/catalog/categories/category-schema"
import { productStates } from "~/domain/catalog/publication/publication"
import { PageFilter, PageNumber } from "~/domain/lists/page-number"
import { ObjectId } from "~/domain/object-id"
import { searchText } from "~/domain/text/search-text"
import { stockChoices } from "./product-table"

const sortColumns = ["date", "name", "category", "price", "stock", "rating"] as const
export type ProductTableColumn = (typeof sortColumns)[number]
/** A minus sorts descending. */
export type ProductTableSort = ProductTableColumn | `-${ProductTableColumn}`
const productTableSorts = sortColumns.flatMap((column): ProductTableSort[] => [column, `-${column}`])

export const ProductTableFilter = z.object({
  search: searchText(100),
  /** A category's name */
  category: z.string().default(""),
  stock: z.enum(stockChoices).or(z.literal("")).catch("").default(""),
  status: z.enum(productStates).or(z.literal("")).catch("").default(""),
  sort: z.enum(productTableSorts).catch("-date").default("-date"),
  page: PageNumber,
})
export type ProductTableFilter = z.output<typeof ProductTableFilter>

export function productTableFilter(categories: Categories): z.ZodType<ProductTableFilter> {
  return ProductTableFilter.extend({ category: knownCategory(categories).default("") })
}

/** `variant` is the id of one variant. */
export const LedgerFilter = PageFilter.extend({ variant: ObjectId.or(z.literal("")).catch("").default("") })
