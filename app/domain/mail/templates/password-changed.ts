import type { Identity } from "../../shop"
import { greet, type Letter, letter } from "../letter"

export function passwordChangedLetter(identity: Identity, { name, at }: { name: string; at: Date }): Letter {
  return letter(identity, {
    subject: `Your ${identity.name} password was changed`,
    greeting: greet(name),
    paragraphs: [
      `The password of your account was changed on ${inWords(at)}. On all other devices you have been signed out.`,
      "If it was you, all is well. If it was not, choose a new password now.",
    ],
    action: { label: "It was not me", path: "/password/forgot" },
  })
}

function inWords(at: Date): string {
  return new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" })
    .format(at)
    .concat(" UTC")
}
