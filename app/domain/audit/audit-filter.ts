import { z } from "zod"
import { isObjectId } from "../object-id"
import { PageNumber } from "../page-number"
import { auditKinds } from "./audit"

export const Day = z
  .string()
  .regex(/^20\d\d-\d\d-\d\d$/, { abort: true })
  .refine((day) => !Number.isNaN(Date.parse(day)))
  .catch("")
  .default("")
const Id = z.string().max(100, { abort: true }).trim().toLowerCase().refine(isObjectId).catch("").default("")

/** Invalid values count as absent. Days are UTC's, the last one included. */
export const AuditFilter = z.object({
  person: Id,
  kind: z.enum(auditKinds).or(z.literal("")).catch("").default(""),
  subject: Id,
  from: Day,
  to: Day,
  page: PageNumber,
})
export type AuditFilter = z.output<typeof AuditFilter>
