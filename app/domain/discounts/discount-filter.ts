import { z } from "zod"
import { PageNumber } from "~/domain/lists/page-number"
import { ObjectId } from "~/domain/object-id"
import { searchText } from "~/domain/text/search-text"

export const DiscountFilter = z.object({
  search: searchText(100),
  by: z.enum(["code", "automatic", ""]).catch("").default(""),
  sort: z.enum(["-date", "date", "name", "-name"]).catch("-date").default("-date"),
  page: PageNumber,
})
export type DiscountFilter = z.output<typeof DiscountFilter>

export const DiscountStop = z.object({ id: ObjectId, stopped: z.enum(["yes", "no"], "Please press the button again") })
