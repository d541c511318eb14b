import type { Selectable } from "kysely"
import type { Tables } from "~db/schema"
import { type Rejection, rejectionMessage } from "./rejection"

export const rejectionColumns = ["refunds.rejection", "refunds.sold_out", "refunds.discontinued"] as const

export type RejectionRow = Pick<Selectable<Tables["refunds"]>, "rejection" | "sold_out" | "discontinued">

export function toRejection({ rejection, sold_out, discontinued }: RejectionRow): Rejection {
  // An earlier release that still runs during a deployment leaves `rejection` empty.
  return { reason: rejection ?? "out-of-stock", soldOut: sold_out, discontinued }
}

export function withReason<Row extends RejectionRow & { reason: string | null }>(row: Row) {
  const { rejection, sold_out, discontinued, reason, ...refund } = row
  return { ...refund, reason: reason ?? rejectionMessage(toRejection(row)) }
}
