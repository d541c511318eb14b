import { greet, type RenderedEmail, renderEmail } from "~/domain/mail/render-email"
import type { Identity } from "../../shop"

export function passwordChangedEmail(identity: Identity, { name, at }: { name: string; at: Date }): RenderedEmail {
  return renderEmail(identity, {
    subject: `Your ${identity.name} password was changed`,
    greeting: greet(name),
    paragraphs: [
      `The password of your account was changed on ${inWords(at)}. You have been signed out on all other devices.`,
      "If this was you, there is nothing to do. If it was not, choose a new password now.",
    ],
    action: { label: "This was not me", path: "/password/forgot" },
  })
}

function inWords(at: Date): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })
    .format(at)
    .concat(" UTC")
}
