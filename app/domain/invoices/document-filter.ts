import { z } from "zod"
import { Day } from "~/domain/lists/day"
import { PageNumber } from "~/domain/lists/page-number"
import { searchText } from "~/domain/text/search-text"

/** Invalid values count as absent. Days are in the shop's time zone, including the last one. */
export const DocumentFilter = z.object({
  search: searchText(60),
  kind: z.enum(["invoice", "credit-note", ""]).catch("").default(""),
  from: Day,
  to: Day,
  page: PageNumber,
})
export type DocumentFilter = z.output<typeof DocumentFilter>
