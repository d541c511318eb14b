import type { ProductEditor } from "~/domain/accounts/actor"
import { publishProductIn } from "~/domain/catalog/editing/publish-product.server"
import type { NewProduct } from "~/domain/catalog/editing/publish-products.server"
import { updateProductIn } from "~/domain/catalog/editing/update-product.server"
import { measureRecord } from "~/domain/catalog/measures/measure-record"
import type { ProductChanges, ProductFields } from "~/domain/catalog/product"
import { productRecord } from "~/domain/catalog/product-record"
import { type LockedTable, lockVariantTable } from "~/domain/catalog/variants/locked-variants.server"
import { newOptions, optionsVersion, setOptionsIn } from "~/domain/catalog/variants/options.server"
import { saveVariantsIn } from "~/domain/catalog/variants/save-variants.server"
import { describeOptions, findVariant, type ProductOption } from "~/domain/catalog/variants/variant"
import type { VariantChange } from "~/domain/catalog/variants/variant-changes"
import { offerRecord, saleRecord, variantRecord } from "~/domain/catalog/variants/variant-record"
import type { Tx } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import { hasOptionsOf, mergeOptions, slugsOf } from "./merge-options"
import type { ImportRow, ProductVersions, RowChanges } from "./product-import"

export interface WaitingRow extends Pick<ImportRow, "line" | "productId" | "outcome" | "fields" | "before"> {
  /** Tells the rows of one line apart */
  part: number
}

interface WrittenRows {
  productId: string
  /** The versions of a product that the shop had before, if the rows added some */
  versions?: { before: ProductVersions; after: ProductVersions }
}

/** Writes the changed rows of one product; `note` is for the ledger. */
export async function writeImported(
  tx: Tx,
  staff: ProductEditor,
  rows: readonly WaitingRow[],
  note: string,
): Promise<WrittenRows> {
  const [first] = rows
  if (!first) throw new Error("there is no row to import")
  if (first.fields.selectedOptions) {
    if (first.productId !== null) return writeVariants(tx, staff, rows, note)
    return { productId: await writeNewVariants(tx, staff, rows, note) }
  }
  const { own, prices, extras } = partsOf(first.fields)
  const id = await writeOwn(tx, staff, first, { ...own, ...prices }, note)
  if (!isEmpty(extras)) await saveVariantsIn(tx, staff, id, [{ values: [], ...extras }], note)
  return { productId: id }
}

async function writeNewVariants(
  tx: Tx,
  staff: ProductEditor,
  rows: readonly WaitingRow[],
  note: string,
): Promise<string> {
  const { fields, options, variants } = newProductOf(rows)
  const add = (id: string) => saveVariantsIn(tx, staff, id, variants, note)
  return publishProductIn(tx, staff, fields, { variants: { options, add } })
}

/** Returns the new product of its rows. @throws ShopError `invalid` */
export function newProductOf(rows: readonly WaitingRow[]): NewProduct {
  const [first] = rows as [WaitingRow]
  const { own, prices, extras } = partsOf(first.fields)
  if (!first.fields.selectedOptions) {
    const variants = isEmpty(extras) ? [] : [{ values: [], ...extras }]
    return { fields: { ...own, ...prices } as ProductFields, options: [], variants }
  }
  const selections = rows.map(({ fields }) => fields.selectedOptions ?? [])
  const options = newOptions(mergeOptions([], selections))
  const variants = rows.map(({ fields }, place): VariantChange => {
    const { prices, extras } = partsOf(fields)
    return { values: slugsOf(options, selections[place] ?? []) ?? [], sold: true, ...prices, ...extras }
  })
  return { fields: { ...prices, ...own, ...saleRecord.emptied, stock: 0 } as ProductFields, options, variants }
}

async function writeVariants(
  tx: Tx,
  staff: ProductEditor,
  rows: readonly WaitingRow[],
  note: string,
): Promise<WrittenRows> {
  const [first] = rows as readonly [WaitingRow]
  const { own } = partsOf(first.fields)
  const id = await writeOwn(tx, staff, first, own, note)
  const selections = rows.map(({ fields }) => fields.selectedOptions ?? [])
  const table = await lockVariantTable(tx, id)
  assertSameOptions(table.options, first)
  const options = await setOptionsIn(tx, staff, id, mergeOptions(table.options, selections))
  const live = table.variants.filter(({ removedAt }) => removedAt === null)
  const changes = rows.map(({ fields, outcome }, place): VariantChange => {
    const values = slugsOf(options, fields.selectedOptions ?? []) ?? []
    const { prices, extras } = partsOf(fields)
    if (outcome === "create") return { values, sold: true, ...prices, ...extras }
    if (!findVariant(live, values))
      throw conflict("Someone else has removed this version: please check the file again", `variants[${place}]`)
    return { values, ...prices, ...extras }
  })
  await saveVariantsIn(tx, staff, id, [...changes, ...withoutFirst(table.options, options, changes)], note)
  if (rows.every(({ outcome }) => outcome !== "create") && optionsVersion(options) === optionsVersion(table.options))
    return { productId: id }
  const after = await lockVariantTable(tx, id)
  const known = new Set(table.variants.map((variant) => variant.id))
  const added = after.variants.flatMap((variant) => (known.has(variant.id) ? [] : [variant.id]))
  return { productId: id, versions: { before: versionsOf(table), after: { ...versionsOf(after), added } } }
}

function versionsOf({ options, variants }: LockedTable): ProductVersions {
  return { options, ids: variants.flatMap(({ id, removedAt }) => (removedAt === null ? [id] : [])) }
}

/** New or dropped options end all variants, so the product must still have those of the preview. */
function assertSameOptions(options: readonly ProductOption[], { fields, before }: WaitingRow): void {
  const isKept = hasOptionsOf(options, fields.selectedOptions ?? [])
  if (!isKept && (fields.options === undefined || before.options !== describeOptions(options))) {
    throw conflict("Someone else has changed the options of this product: please check the file again")
  }
}

/** Ends the first combination, which new options start with, if the file lacks it. */
function withoutFirst(before: readonly ProductOption[], options: readonly ProductOption[], changes: VariantChange[]) {
  const values = options.map((option) => option.values[0]?.slug ?? "")
  return before.length === options.length || findVariant(changes, values) ? [] : [{ values, sold: false }]
}

async function writeOwn(
  tx: Tx,
  staff: ProductEditor,
  { productId }: WaitingRow,
  fields: ProductChanges,
  note: string,
): Promise<string> {
  if (productId === null) return publishProductIn(tx, staff, fields as ProductFields)
  if (!isEmpty(fields)) await updateProductIn(tx, staff, productId, { ...fields, stockReason: note })
  return productId
}

const isEmpty = (fields: object) => Object.values(fields).every((value) => value === undefined)

/** Fields of the product, fields of a product without options, and fields of variants */
function partsOf({ stock, stockSeen, pictureId, ...fields }: RowChanges) {
  const offer = { ...offerRecord.sent(fields), ...saleRecord.sent(fields), ...measureRecord.sent(fields) }
  const extras = Object.entries(variantRecord.sent(fields)).filter(([name]) => !(name in offer))
  const own = Object.entries(productRecord.sent(fields)).filter(([name]) => !(name in offer))
  return {
    own: Object.fromEntries(own) as ProductChanges,
    prices: { ...offer, ...defined({ stock, stockSeen }) },
    extras: { ...(Object.fromEntries(extras) as Partial<VariantChange>), ...defined({ pictureId }) },
  }
}

function defined<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>
}
