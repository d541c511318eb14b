import { type RawBuilder, sql } from "kysely"
import { type StoredPicture, viewPicture } from "~/domain/media/picture"
import { pictureOf } from "~/domain/media/picture-column.server"
import { jsonPairs } from "~/domain/records/record-sql.server"
import { lineTitle, type Variant } from "./variant"
import { variantRecord } from "./variant-record"

export interface VariantRow extends Omit<Variant, "picture" | "removedAt"> {
  picture: StoredPicture | null
  /** JSON text */
  removedAt: string | null
}

function variantsWhere(condition: RawBuilder<unknown>) {
  return sql<VariantRow[]>`coalesce((
    select json_agg(json_build_object('id', variants.id, 'values', option_values, 'title', title,
      ${sql.raw(jsonPairs(variantRecord, "variants"))}, 'priorPrice', variants.prior_price,
      'picture', ${pictureOf("variants.picture_id")},
      'removedAt', removed_at, 'version', variants.updated_at) order by variants.position, variants.id)
    from variants where product_id = products.id and ${condition}), '[]')`
}

/** Expects the table `products` in the statement */
export const liveVariants = variantsWhere(sql`removed_at is null`)
export const allVariants = variantsWhere(sql`true`)

export function toVariant(mediaUrl: string, name: string, row: VariantRow): Variant {
  const { picture, removedAt, ...facts } = row
  return {
    ...facts,
    picture: picture && viewPicture(picture, lineTitle(name, row.title), mediaUrl),
    removedAt: removedAt === null ? null : new Date(removedAt),
  }
}
