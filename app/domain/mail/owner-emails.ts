import type { Identity } from "~/domain/shop"
import { pluralize } from "~/domain/text/pluralize"
import type { Email, EmailContent, Paragraph } from "./email"

export interface OwnerNotification {
  /** The subject, or the line in a collective mail */
  summary: string
  action: { label: string; path: string }
  paragraphs: Paragraph[]
  lines?: EmailContent["lines"]
}

/** Kinds of mails to the owner: for one message, and for several */
export const ownerMailKinds = ["owner-notice", "owner-notices"] as const

export const closedAccountMessage = "This message was about a customer who has since closed their account."

/** Replaces a waiting mail when a customer named in it was erased. */
export const closedAccountEmail: EmailContent = {
  subject: "A message about a closed account",
  greeting: "Hello,",
  paragraphs: [closedAccountMessage, "Orders and other tasks are in the back office."],
  action: { label: "See what needs attention", path: "/admin/attention" },
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
    action: { label: "Open the back office", path: "/admin/dashboard" },
  }
}
