import { type RawBuilder, sql } from "kysely"
import type { Days } from "~/domain/days/days"
import { type StoredPicture, viewPicture } from "~/domain/media/picture"
import { pictureOf } from "~/domain/media/picture-column.server"
import { jsonPairs } from "~/domain/records/record-sql.server"
import { type PriceColumns, toStoredPrices } from "../sale"
import { lineTitle, type Variant } from "./variant"
import { type EditedVariant, variantRecord } from "./variant-record"

type Moment = "removedAt" | "saleFrom" | "saleUntil" | "priceChangesAt"

export interface VariantRow extends Omit<Variant, "picture" | "uncounted" | Moment> {
  picture: StoredPicture | null
  /** The sum of its movements while it is sold without counting, else null */
  uncountedUnits: number | null
  /** These are JSON texts. */
  removedAt: string | null
  saleFrom: string | null
  saleUntil: string | null
  priceChangesAt: string | null
}

/** Pairs of `json_build_object` with what `toEditedVariant` reads */
export const editedVariantPairs = `${jsonPairs(variantRecord, "variants")}, 'uncountedUnits', uncounted_units,
  'regularPrice', regular_price, 'regularCompareAtPrice', regular_compare_at_price, 'salePrice', sale_price,
  'saleFrom', sale_from, 'saleUntil', sale_until, 'isOnSale', is_on_sale, 'priceChangesAt', price_changes_at`

function variantsWhere(condition: RawBuilder<unknown>) {
  return sql<VariantRow[]>`coalesce((
    select json_agg(json_build_object('id', variants.id, 'values', option_values, 'title', title,
      ${sql.raw(editedVariantPairs)}, 'priorPrice', variants.prior_price,
      'picture', ${pictureOf("variants.picture_id")},
      'removedAt', removed_at, 'version', variants.updated_at) order by variants.position, variants.id)
    from variants where product_id = products.id and ${condition}), '[]')`
}

/** Expects the table `products` in the statement */
export const liveVariants = variantsWhere(sql`removed_at is null`)
export const allVariants = variantsWhere(sql`true`)

export function toVariant(mediaUrl: string, name: string, row: VariantRow): Variant {
  const { picture, removedAt, uncountedUnits, saleFrom, saleUntil, priceChangesAt, ...facts } = row
  return {
    ...facts,
    uncounted: uncountedUnits !== null,
    saleFrom: toMoment(saleFrom),
    saleUntil: toMoment(saleUntil),
    priceChangesAt: toMoment(priceChangesAt),
    picture: picture && viewPicture(picture, lineTitle(name, row.title), mediaUrl),
    removedAt: toMoment(removedAt),
  }
}

const toMoment = (text: string | null) => (text === null ? null : new Date(text))

type EditedRow = Pick<VariantRow, keyof typeof variantRecord.fields | keyof PriceColumns | "uncountedUnits">

/** Returns the variant as staff edit it: with the prices that they set, and with days. */
export function toEditedVariant(row: EditedRow, days: Pick<Days, "dayOf">): EditedVariant {
  const { today, isOnSale, isPlanned, ...prices } = toStoredPrices(row, days)
  return { ...variantRecord.pick(row), ...prices, uncounted: row.uncountedUnits !== null }
}
