import type { Identity } from "~/domain/shop"
import { pluralize } from "~/domain/text/pluralize"
import type { Email, EmailContent } from "./email"

export interface OwnerNotification {
  /** The subject, or the line in a mail that gathers many */
  summary: string
  action: { label: string; path: string }
  paragraphs: string[]
  lines?: EmailContent["lines"]
}

export function notificationEmail({ summary, ...contents }: OwnerNotification): Email {
  return { kind: "owner-notice", subject: summary, greeting: "Hello,", ...contents }
}

export function digestEmail(identity: Identity, notifications: OwnerNotification[]): Email {
  return {
    kind: "owner-notices",
    subject: `${pluralize(notifications.length, "message")} from your shop ${identity.name}`,
    greeting: "Hello,",
    paragraphs: ["A lot has happened in a short time. Here is everything, oldest first:"],
    lines: notifications.map(({ summary, action }) => ({ label: summary, value: "", path: action.path })),
    action: { label: "Open the administration", path: "/admin/dashboard" },
  }
}
