import { pluralize } from "~/domain/pluralize"
import type { Identity } from "~/domain/shop"
import { type EmailContent, type RenderedEmail, renderEmail } from "./render-email"

/** What the shop's owner hears: one line for an email that gathers many, and an email of its own. */
export interface OwnerNotification {
  summary: string
  /** Where to look, a path of the administration. */
  action: { label: string; path: string }
  paragraphs: string[]
  lines?: EmailContent["lines"]
}

export function notificationEmail(identity: Identity, { summary, ...contents }: OwnerNotification): RenderedEmail {
  return renderEmail(identity, { subject: summary, greeting: "Hello,", ...contents })
}

/** Many notifications in one email, each with its link. */
export function digestEmail(identity: Identity, notifications: OwnerNotification[]): RenderedEmail {
  return renderEmail(identity, {
    subject: `${pluralize(notifications.length, "message")} from your shop ${identity.name}`,
    greeting: "Hello,",
    paragraphs: ["A lot has happened in a short time. Here is everything, oldest first:"],
    lines: notifications.map(({ summary, action }) => ({ label: summary, value: "", path: action.path })),
    action: { label: "Open the administration", path: "/admin/dashboard" },
  })
}
