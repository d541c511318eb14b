import type { Identity } from "../../shop"
import { greet, type Letter, letter } from "../letter"

interface Reset {
  name: string
  token: string
  minutes: number
}

export function passwordResetLetter(identity: Identity, { name, token, minutes }: Reset): Letter {
  return letter(identity, {
    subject: `Choose a new password for ${identity.name}`,
    greeting: greet(name),
    paragraphs: [
      `Somebody, probably you, asked for a new password. This link leads to the page where you choose one. It works once and for ${minutes} minutes.`,
    ],
    action: { label: "Choose a new password", path: `/password/reset/${token}` },
    afterwards: ["If it was not you, there is nothing to do: your password stays as it is."],
  })
}
