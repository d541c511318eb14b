import { z } from "zod"
import { auditKinds, REFUNDS, unnamedActors } from "~/domain/audit/audit"
import { Day } from "~/domain/lists/day"
import { PageNumber } from "~/domain/lists/page-number"
import { toCents } from "~/domain/money/format-money"
import { isObjectId } from "~/domain/object-id"
import { orderNumberIn } from "~/domain/orders/order"
import { codeText } from "~/domain/text/code-text"

const typed = codeText(100, "", "").toLowerCase()
const ValidId = typed.refine(isObjectId)
const Subject = ValidId.or(typed.refine((text) => orderNumberIn(text) !== null))
const Origin = ValidId.or(typed.pipe(z.ipv4().or(z.ipv6())))
const UnnamedActor = z.enum(Object.keys(unnamedActors) as (keyof typeof unnamedActors)[])

/** Invalid values count as absent. Days are in the shop's time zone, including the last one. */
export const AuditFilter = z.object({
  person: UnnamedActor.or(ValidId).catch("").default(""),
  kind: z
    .enum([...auditKinds, REFUNDS, ""])
    .catch("")
    .default(""),
  /** An id, or the number of an order */
  subject: Subject.catch("").default(""),
  /** The amount refunded */
  amount: typed
    .refine((amount) => toCents(amount) !== null)
    .catch("")
    .default(""),
  /** An address, or the id of a session */
  origin: Origin.catch("").default(""),
  from: Day,
  to: Day,
  page: PageNumber,
})
export type AuditFilter = z.output<typeof AuditFilter>
