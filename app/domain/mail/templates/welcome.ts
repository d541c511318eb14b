import type { Identity } from "../../shop"
import { greet, type Letter, letter } from "../letter"

export function welcomeLetter(identity: Identity, { name }: { name: string }): Letter {
  return letter(identity, {
    subject: `Welcome to ${identity.name}`,
    greeting: greet(name),
    paragraphs: ["Your account is ready. It keeps your cart and your address, and shows where each of your orders is."],
    action: { label: "Go to your account", path: "/account" },
    afterwards: [`If it was not you who registered, write to ${identity.email} and we will remove the account.`],
  })
}
