import type { Subscriber } from "../events/event"
import { requestCreditNotes, requestInvoice } from "../papers/request-papers.server"

export const paperRequests = {
  "order.placed": (tx, { order }) => requestInvoice(tx, order.id),
  "refund.succeeded": async (tx, { order_id }) => {
    if (order_id !== null) await requestCreditNotes(tx, order_id)
  },
  "refund.made-elsewhere": async (tx, { order, refund, fits }) => {
    if (fits && refund.status === "succeeded") await requestCreditNotes(tx, order.id)
  },
} satisfies Subscriber
