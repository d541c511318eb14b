import { z } from "zod"
import { isObjectId } from "../object-id"
import { PageNumber } from "../page-number"
import { auditKinds, unnamedActors } from "./audit"

export const Day = z
  .string()
  .regex(/^20\d\d-\d\d-\d\d$/, { abort: true })
  .refine((day) => !Number.isNaN(Date.parse(day)))
  .catch("")
  .default("")
const ValidId = z.string().max(100, { abort: true }).trim().toLowerCase().refine(isObjectId)
const Id = ValidId.catch("").default("")
const UnnamedActor = z.enum(Object.keys(unnamedActors) as (keyof typeof unnamedActors)[])

/** Invalid values count as absent. Days are UTC's, the last one included. */
export const AuditFilter = z.object({
  person: UnnamedActor.or(ValidId).catch("").default(""),
  kind: z.enum(auditKinds).or(z.literal("")).catch("").default(""),
  subject: Id,
  from: Day,
  to: Day,
  page: PageNumber,
})
export type AuditFilter = z.output<typeof AuditFilter>
