import type { Identity } from "../../shop"
import { greet, type Letter, letter } from "../letter"

export function accountClosedLetter(identity: Identity, { name }: { name: string }): Letter {
  return letter(identity, {
    subject: `Your ${identity.name} account is deleted`,
    greeting: greet(name),
    paragraphs: [
      "Your account and what we knew about you are deleted, as you asked. What you have ordered stays in our books without your name, and an order on its way still reaches you.",
      "Thank you for having been here.",
    ],
  })
}
