import { z } from "zod"
import { measureRecord } from "~/domain/catalog/measures/measure-record"
import { offerRefusal } from "~/domain/catalog/sale"
import { type ProductOption, type Variant, variantTitle } from "~/domain/catalog/variants/variant"
import { VariantChange } from "~/domain/catalog/variants/variant-changes"
import { type EditedVariant, editedVariantRecord, setPricesRecord } from "~/domain/catalog/variants/variant-record"
import { across } from "~/domain/form-rules"
import { NO_UNITS } from "~/domain/inventory/counting"
import type { PageNumber } from "~/domain/lists/page-number"
import { textKey } from "~/domain/text/text-key"
import { combinationsFrom, countCombinations } from "./combinations"

/** The number of combinations in one part of the table */
const VARIANTS_PER_PAGE = 50
/** Variants are listed in the order of the combinations as far as it goes. */
const LAST_POSITION = 1_000

/** A variant keeps the place of its row. */
const VariantFields = VariantChange.omit({ position: true })
  .extend({
    /** Slugs separated by commas */
    values: z.string().max(200).default(""),
    sold: z.boolean().default(false),
  })
  .refine(({ sold, price }) => !sold || price !== undefined, {
    error: "Please enter a price",
    path: ["price"],
    ...across("sold", "price"),
  })
  .refine(({ sold, stock, uncounted }) => !sold || uncounted || stock !== undefined, {
    error: NO_UNITS,
    path: ["stock"],
    ...across("sold", "stock", "uncounted"),
  })
  .superRefine(
    ({ sold, price = 0, ...fields }, context) => {
      const empty = { ...setPricesRecord.emptied, ...measureRecord.emptied }
      const sent = { price, ...setPricesRecord.sent(fields), ...measureRecord.sent(fields) }
      const refusal = sold && offerRefusal({ ...empty, ...sent })
      if (refusal) context.addIssue({ code: "custom", path: [refusal.field], message: refusal.message })
    },
    across("sold", ...setPricesRecord.names, ...measureRecord.names),
  )

/** Includes rows with other errors */
function reportRepeatedSkus(rows: z.output<typeof VariantFields>[], context: z.RefinementCtx): void {
  const known = new Set<string>()
  for (const [row, { sold, sku }] of rows.entries()) {
    if (!sold || typeof sku !== "string") continue
    if (known.has(textKey(sku)))
      context.addIssue({ code: "custom", path: [row, "sku"], message: `${sku} is the SKU of another version` })
    known.add(textKey(sku))
  }
}

export const VariantsForm = z.object({
  variants: z
    .array(VariantFields)
    .max(VARIANTS_PER_PAGE)
    .superRefine(reportRepeatedSkus, { when: ({ value }) => Array.isArray(value) })
    .default([]),
  all: z.boolean().default(false),
  note: z.string().trim().max(300, "A reason has at most 300 characters").optional(),
})

function defined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
}

/** Empty fields of a form clear values; those of a combination that is not for sale are ignored. `page` starts at 1. */
export function toVariantChanges({ variants, all }: z.output<typeof VariantsForm>, page: number): VariantChange[] {
  return variants.map(({ values, sold, ...fields }, row): VariantChange => {
    const slugs = values === "" ? [] : values.split(",")
    if (!sold && !all) return { values: slugs, sold: false, snapshot: fields.snapshot ?? "" }
    const { pictureId = null, snapshot = "" } = fields
    const position = Math.min((page - 1) * VARIANTS_PER_PAGE + row, LAST_POSITION)
    return {
      ...editedVariantRecord.emptied,
      ...defined(fields),
      values: slugs,
      sold: true,
      position,
      pictureId,
      snapshot,
    }
  })
}

export interface VariantRow {
  title: string
  fields: Record<VariantField, string>
}

export type VariantField = keyof typeof VariantFields.shape

type TableVariant = Variant & { edited: EditedVariant }

interface VariantTable {
  options: ProductOption[]
  variants: TableVariant[]
  /** Cents; the suggestion for a variant that does not exist yet */
  price: number
}

interface VariantPage {
  rows: VariantRow[]
  page: number
  pages: number
  combinations: number
  sold: number
  /** Units of variants that have ended and can no longer be created */
  leftUnits: number
}

/** A page beyond the end shows the last part. */
export function variantPage(table: VariantTable, asked: z.output<typeof PageNumber>): VariantPage {
  const { options, variants } = table
  const combinations = countCombinations(options)
  const pages = Math.max(1, Math.ceil(combinations / VARIANTS_PER_PAGE))
  const page = Math.min(asked, pages)
  const newest = new Map(variants.toSorted(removedFirst).map((variant) => [variant.values.join(), variant]))
  const shown = combinationsFrom(options, (page - 1) * VARIANTS_PER_PAGE, VARIANTS_PER_PAGE)
  const left = variants.filter(({ removedAt, values }) => removedAt !== null && !isCombination(options, values))
  return {
    rows: shown.map((values) => variantRow(table, values, newest.get(values.join()))),
    ...{ page, pages, combinations },
    sold: variants.filter(({ removedAt }) => removedAt === null).length,
    leftUnits: left.reduce((units, { stock, uncounted }) => units + (uncounted ? 0 : stock), 0),
  }
}

/** If two variants have the same values, the one for sale comes last, so that it is used. */
function removedFirst(one: Variant, other: Variant): number {
  return Number(one.removedAt === null) - Number(other.removedAt === null)
}

function isCombination(options: readonly ProductOption[], values: readonly string[]): boolean {
  const fits = (slug: string, place: number) => options[place]?.values.some((value) => value.slug === slug)
  return values.length === options.length && values.every(fits)
}

function variantRow({ options, price }: VariantTable, values: string[], variant: TableVariant | undefined): VariantRow {
  const { position: _, ...texts } = editedVariantRecord.textsOf(
    variant?.edited ?? { ...editedVariantRecord.emptied, price, stock: 0, position: 0 },
  )
  const stock = variant?.uncounted ? "" : texts.stock
  return {
    title: variantTitle(options, values),
    fields: {
      ...texts,
      stock,
      values: values.join(),
      sold: variant?.removedAt === null ? "on" : "",
      stockSeen: stock,
      pictureId: variant?.picture?.id ?? "",
      snapshot: variant?.version ?? "",
    },
  }
}
