import { measureRecord } from "~/domain/catalog/measures/measure-record"
import { withoutSale } from "~/domain/catalog/sale"
import { OptionChanges } from "~/domain/catalog/variants/option-changes"
import {
  describeOptions,
  findVariant,
  HAS_VARIANTS,
  MAX_VARIANTS,
  optionKey,
  TOO_MANY_VARIANTS,
} from "~/domain/catalog/variants/variant"
import { editedVariantRecord, offerRecord } from "~/domain/catalog/variants/variant-record"
import type { ImportedProduct, ImportedVariant } from "../csv/imported-product"
import type { CsvProduct, CsvVariant } from "../csv/product-columns"
import { hasOptionsOf, mergeOptions, type SelectedOptions, slugsOf } from "../import/merge-options"
import { messageOf, previewChangedVariant, previewNewVariant, type RowPreview, refused } from "./preview-variant"

export function previewVariants(product: ImportedProduct, current: CsvProduct | undefined): RowPreview[] {
  if (product.options.length === 0) return product.variants.map(({ cells }) => previewOnly(cells, current))
  const selections = product.variants.map(({ values }) => toSelectedOptions(product.options, values))
  const isReadable = product.variants.every(({ problem }) => problem === undefined)
  const options = isReadable ? previewOptions(product.options, selections, current) : refused(null)
  const rows = previewRows(product.variants, selections, current)
  return rows.map((row, place) => {
    if (place > 0) return row
    const problem = [options.problem, row.problem].filter(Boolean).join(". ") || null
    return {
      ...row,
      problem,
      fields: { ...row.fields, ...options.fields },
      before: { ...row.before, ...options.before },
    }
  })
}

const toSelectedOptions = (names: readonly string[], values: readonly string[]): SelectedOptions =>
  names.map((name, place) => [name, values[place] ?? ""])

/** For a file without options; a product with several variants does not itself have a price or stock. */
function previewOnly(cells: ImportedVariant["cells"], current: CsvProduct | undefined): RowPreview {
  if (!current) return { ...previewNewVariant(cells, []), isNew: true }
  const [only] = current.variants
  if (current.options.length === 0 && only) return previewChangedVariant(cells, only, current.pictures)
  const whole: CsvVariant = {
    ...editedVariantRecord.emptied,
    ...offerRecord.pick(current),
    ...measureRecord.pick(current),
    stored: withoutSale(current),
    ...{ stock: current.stock, values: [], position: 0, pictureId: null },
  }
  const preview = previewChangedVariant(cells, whole, current.pictures)
  return Object.keys(preview.fields).length > 0 ? refused(HAS_VARIANTS) : preview
}

function previewOptions(
  names: readonly string[],
  selections: readonly SelectedOptions[],
  current: CsvProduct | undefined,
): RowPreview {
  if (new Set(names.map(optionKey)).size < names.length) return refused("Two options have the same name")
  const before = current?.options ?? []
  const after = OptionChanges.safeParse(mergeOptions(before, selections))
  if (!after.success) return refused(messageOf(after.error))
  const [was, is] = [describeOptions(before), describeOptions(after.data)]
  return { fields: was === is ? {} : { options: is }, before: was === is ? {} : { options: was }, problem: null }
}

function previewRows(
  variants: readonly ImportedVariant[],
  selections: readonly SelectedOptions[],
  current?: CsvProduct,
): RowPreview[] {
  const isContinued = current !== undefined && hasOptionsOf(current.options, selections[0] ?? [])
  const live = isContinued ? current.variants : []
  const lines = new Map<string, number>()
  let [count, position] = [live.length, Math.max(-1, ...live.map((variant) => variant.position)) + 1]
  return variants.map(({ line, cells }, place) => {
    const selected = selections[place] ?? []
    const key = selected.map(([, value]) => optionKey(value)).join()
    const earlier = lines.get(key)
    if (earlier !== undefined) return refused(`This version is already in line ${earlier}`)
    lines.set(key, line)
    const known = isContinued ? findVariant(live, slugsOf(current.options, selected) ?? [""]) : undefined
    if (known) return previewChangedVariant(cells, known, current?.pictures ?? [])
    if (++count > MAX_VARIANTS) return refused(TOO_MANY_VARIANTS)
    const preview = previewNewVariant(cells, current?.pictures ?? [])
    return { ...preview, fields: { position: position++, ...preview.fields }, isNew: true }
  })
}
