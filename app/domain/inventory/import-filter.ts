import { z } from "zod"
import { outcomeNames, type RowOutcome } from "./product-import"

const outcomes = Object.keys(outcomeNames) as [RowOutcome, ...RowOutcome[]]

/** Which rows of an import are shown; senseless values read as absent. */
export const ImportRowFilter = z.object({
  outcome: z.enum(outcomes).or(z.literal("")).catch("").default(""),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
})
