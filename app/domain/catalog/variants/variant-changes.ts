import { z } from "zod"
import { StockUnits } from "~/domain/inventory/stock"
import { ObjectId } from "~/domain/object-id"
import { Slug } from "./option-changes"
import { MAX_OPTIONS } from "./variant"
import { editedVariantRecord, emptyAsNull } from "./variant-record"

/** The change of one combination; absent fields are unchanged. */
export const VariantChange = editedVariantRecord.changes.extend({
  /** Slugs, in the order of the product's options */
  values: z.array(Slug).max(MAX_OPTIONS),
  /** `false` removes the variant, `true` creates or restores it. */
  sold: z.boolean().optional(),
  /** The stock that the form showed: only the difference is applied. */
  stockSeen: StockUnits.optional(),
  pictureId: emptyAsNull(ObjectId).optional(),
  /** `Variant.version` when the form was opened; `""` for a combination that did not exist. */
  snapshot: z.string().max(40).optional(),
})
export type VariantChange = z.output<typeof VariantChange>
