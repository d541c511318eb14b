import { z } from "zod"
import { PageNumber } from "~/domain/lists/page-number"
import { isObjectId } from "~/domain/object-id"
import { codeText } from "~/domain/text/code-text"

const Id = codeText(100, "", "").toLowerCase().refine(isObjectId).catch("").default("")

/** A minus sorts descending. */
const sorts = ["-date", "date", "rating", "-rating"] as const

/** `rating` counts half stars up, as the histogram does. */
export const ReviewFilter = z.object({
  product: codeText(100, "", "").catch("").default(""),
  user: Id,
  rating: z.enum(["1", "2", "3", "4", "5", ""]).catch("").default(""),
  sort: z.enum(sorts).catch("-date").default("-date"),
  page: PageNumber,
})
export type ReviewFilter = z.output<typeof ReviewFilter>
