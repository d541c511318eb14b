import { z } from "zod"
import { PageNumber } from "~/domain/lists/page-number"
import { type CustomerOutcome, customerOutcomeNames } from "./customer-import"

const outcomes = Object.keys(customerOutcomeNames) as [CustomerOutcome, ...CustomerOutcome[]]

/** Invalid values count as absent. */
export const CustomerRowFilter = z.object({
  outcome: z.enum(outcomes).or(z.literal("")).catch("").default(""),
  page: PageNumber,
})
