import type { z } from "zod"
import type { Categories } from "~/domain/catalog/categories/categories"
import { MAX_CATEGORY_NAME } from "~/domain/catalog/categories/category"
import {
  CompareAtPrice,
  NO_CATEGORY,
  type ProductChanges,
  ProductFields,
  PublicationFields,
} from "~/domain/catalog/product"
import { productFields } from "~/domain/catalog/product-fields"
import { areDaysInOrder, DAYS_REVERSED } from "~/domain/catalog/publication/publication"
import { isReduced, NOT_REDUCED, pricesAfter } from "~/domain/catalog/sale"
import { StockUnits } from "~/domain/inventory/stock"
import { ObjectId } from "~/domain/object-id"
import { describeIssue } from "~/domain/validation/validation"
import type { CsvProduct } from "./product-columns"
import type { ImportRow } from "./product-import"

type Cells = Partial<Record<string, string>>

const NewCells = ProductFields.extend({
  compareAtPrice: CompareAtPrice.optional(),
  ...PublicationFields.partial().shape,
})
const ChangedCells = NewCells.partial().extend({ stockSeen: StockUnits.optional() })

interface Known {
  products: ReadonlyMap<string, CsvProduct>
  categories: Categories
}

export function previewRow(line: number, cells: Cells, { products, categories }: Known): ImportRow {
  const typed = cells.category?.trim()
  const category = typed ? categories.find(typed) : null
  const row = previewCells(line, category ? { ...cells, category: category.name } : cells, products)
  if (!typed || category) return row
  const message = unknownCategory(typed, categories)
  return errorRow(line, row.name, row.outcome === "error" ? `${row.message}. ${message}` : message)
}

function previewCells(line: number, { _id, ...values }: Cells, products: Known["products"]): ImportRow {
  if (_id === undefined) return previewCreate(line, values)
  const id = ObjectId.safeParse(_id)
  const product = id.success ? products.get(id.data) : undefined
  if (!product) return errorRow(line, values.name ?? _id, "There is no product with this ID")
  const parsed = ChangedCells.safeParse(values, { error: describeIssue })
  if (!parsed.success) return errorRow(line, product.name, messageOf(parsed.error))
  return previewUpdate(line, product, parsed.data)
}

function unknownCategory(typed: string, { names }: Categories): string {
  const others = names.length > 0 ? `only ${names.join(", ")}` : "because the shop has no categories yet"
  return `${NO_CATEGORY}: there is no “${typed.slice(0, MAX_CATEGORY_NAME)}”, ${others}`
}

export function errorRow(line: number, name: string, message: string): ImportRow {
  return { line, name, message, productId: null, outcome: "error", fields: {}, before: {} }
}

function previewCreate(line: number, values: Cells): ImportRow {
  const parsed = NewCells.safeParse(values, { error: describeIssue })
  if (!parsed.success) return errorRow(line, values.name ?? "", messageOf(parsed.error))
  const { name, price, compareAtPrice = null, publishedFrom = null, publishedUntil = null } = parsed.data
  if (!isReduced({ price, compareAtPrice })) return errorRow(line, name, NOT_REDUCED)
  if (!areDaysInOrder({ publishedFrom, publishedUntil })) return errorRow(line, name, DAYS_REVERSED)
  return { line, name, productId: null, outcome: "create", fields: parsed.data, before: {}, message: "" }
}

function previewUpdate(line: number, product: CsvProduct, { stock, stockSeen, ...given }: ProductChanges): ImportRow {
  const { id, name } = product
  const values = { ...given, ...pricesAfter(product, given) }
  if (!isReduced(values)) return errorRow(line, name, NOT_REDUCED)
  if (!areDaysInOrder({ ...product, ...given })) return errorRow(line, name, DAYS_REVERSED)
  const fields: ProductChanges = {}
  const before: ProductChanges = {}
  for (const field of productFields) {
    if (field === "stock") continue
    const value = values[field]
    const current = typeof product[field] === "string" ? product[field].trim() : product[field]
    if (value !== undefined && value !== current) {
      Object.assign(fields, { [field]: value })
      Object.assign(before, { [field]: product[field] })
    }
  }
  const change = stock === undefined ? 0 : stock - (stockSeen ?? product.stock)
  if (product.stock + change < 0) return errorRow(line, name, `Only ${product.stock} are left in stock`)
  if (change !== 0) {
    Object.assign(fields, { stock: product.stock + change, stockSeen: product.stock })
    before.stock = product.stock
  }
  const outcome = Object.keys(fields).length > 0 ? "update" : "same"
  return { line, name, productId: id, outcome, fields, before, message: "" }
}

function messageOf(error: z.ZodError): string {
  return error.issues.map((issue) => issue.message).join(". ")
}
