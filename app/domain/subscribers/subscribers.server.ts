import type { Subscriber } from "../events/event"
import { auditEntries } from "./audit-entries.server"
import { customerMails } from "./customer-mails.server"
import { incidents } from "./incidents.server"
import { ownerNotifications } from "./owner-notifications.server"

/** In the order in which they run */
export const subscribers: readonly Subscriber[] = [incidents, auditEntries, customerMails, ownerNotifications]
