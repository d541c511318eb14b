import type { Identity } from "../../shop"
import { greet, type Letter, letter } from "../letter"

/** Goes to the old address. */
export function emailChangedLetter(identity: Identity, { name, email }: { name: string; email: string }): Letter {
  return letter(identity, {
    subject: `Your ${identity.name} email was changed`,
    greeting: greet(name),
    paragraphs: [
      `The email of your account is now ${masked(email)}. From now on we write there, and you sign in with it.`,
      `If it was not you, write to ${identity.email} at once.`,
    ],
  })
}

/** Enough to know one's own address again, too little to learn somebody else's. */
function masked(email: string): string {
  const [name = "", host = ""] = email.split("@")
  return `${name.slice(0, 1)}•••@${host}`
}
