import type { Selectable } from "kysely"
import type { RefundsTable } from "~db/schema"
import { type Rejection, rejectionMessage } from "./rejection"

/** What a query selects of `refunds` to say why. */
export const rejectionColumns = ["refunds.rejection", "refunds.sold_out", "refunds.discontinued"] as const

type RejectionRow = Pick<Selectable<RefundsTable>, "rejection" | "sold_out" | "discontinued">

export function toRejection({ rejection, sold_out, discontinued }: RejectionRow): Rejection {
  // An earlier release that still runs beside this one writes a sentence instead of a code.
  return { reason: rejection ?? "out-of-stock", soldOut: sold_out, discontinued }
}

/** Says why money goes back: in the words of the person who gave it back, or why the payment could not become an order. */
export function withReason<Row extends RejectionRow & { reason: string | null }>(row: Row) {
  const { rejection, sold_out, discontinued, reason, ...refund } = row
  return { ...refund, reason: reason ?? rejectionMessage(toRejection(row)) }
}
