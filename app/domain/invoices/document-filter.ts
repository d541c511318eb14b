import { z } from "zod"
import { Day } from "~/domain/lists/day"
import { PageNumber } from "~/domain/lists/page-number"

/** Invalid values count as absent. Days are UTC's, the last one included. */
export const DocumentFilter = z.object({
  search: z.string().trim().max(60).catch("").default(""),
  kind: z.enum(["invoice", "credit-note", ""]).catch("").default(""),
  from: Day,
  to: Day,
  page: PageNumber,
})
export type DocumentFilter = z.output<typeof DocumentFilter>
