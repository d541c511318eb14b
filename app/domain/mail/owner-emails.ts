import type { Identity } from "~/domain/shop"
import { pluralize } from "~/domain/text/pluralize"
import type { Email, EmailContent } from "./email"

/** What the shop's owner hears: one line for an email that gathers many, and an email of its own. */
export interface OwnerNotification {
  summary: string
  /** Where to look, a path of the administration. */
  action: { label: string; path: string }
  paragraphs: string[]
  lines?: EmailContent["lines"]
}

export function notificationEmail({ summary, ...contents }: OwnerNotification): Email {
  return { kind: "owner-notice", subject: summary, greeting: "Hello,", ...contents }
}

/** Many notifications in one email, each with its link. */
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
