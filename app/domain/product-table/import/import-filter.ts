import { z } from "zod"
import { PageNumber } from "~/domain/lists/page-number"
import type { ImportAnswers } from "../moving-in/read-context"
import { outcomeNames, type RowOutcome } from "./product-import"

const outcomes = Object.keys(outcomeNames) as [RowOutcome, ...RowOutcome[]]

/** Invalid values count as absent. */
export const ImportRowFilter = z.object({
  outcome: z.enum(outcomes).or(z.literal("")).catch("").default(""),
  page: PageNumber,
})

/** Kinds of rows only in files of other shops */
export const ImportChoices = z.object({
  makesCategories: z.boolean().optional(),
  fetchesPictures: z.boolean().optional(),
})
export type ImportChoices = z.output<typeof ImportChoices> & { answers?: ImportAnswers }
