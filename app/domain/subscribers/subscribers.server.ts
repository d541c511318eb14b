import type { Subscriber } from "../events/event"
import { closeReturnsOf } from "../returns/close-returns.server"
import { auditEntries } from "./audit-entries.server"
import { customerMails } from "./customer-mails.server"
import { incidents } from "./incidents.server"
import { ownerNotifications } from "./owner-notifications.server"

import { paperRequests } from "./paper-requests.server"

const openReturns = {
  "order.cancelled": (tx, { order }) => closeReturnsOf(tx, order.id),
} satisfies Subscriber

/** In the order in which they run */
export const subscribers: readonly Subscriber[] = [
  incidents,
  auditEntries,
  openReturns,
  customerMails,
  ownerNotifications,
  paperRequests,
]
