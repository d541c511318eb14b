import { greet, type RenderedEmail, renderEmail } from "~/domain/mail/render-email"
import type { Identity } from "../../shop"

/** Goes to the old address. */
export function emailChangedEmail(identity: Identity, { name, email }: { name: string; email: string }): RenderedEmail {
  return renderEmail(identity, {
    subject: `Your ${identity.name} email was changed`,
    greeting: greet(name),
    paragraphs: [
      `The email of your account is now ${masked(email)}. From now on we will write to this address, and you sign in with it.`,
      `If this was not you, write to ${identity.email} at once.`,
    ],
  })
}

/** Enough to know one's own address again, too little to learn somebody else's. */
function masked(email: string): string {
  const [name = "", host = ""] = email.split("@")
  return `${name.slice(0, 1)}•••@${host}`
}
