import { greet, type RenderedEmail, renderEmail } from "~/domain/mail/render-email"
import type { Identity } from "../../shop"

export function welcomeEmail(identity: Identity, { name }: { name: string }): RenderedEmail {
  return renderEmail(identity, {
    subject: `Welcome to ${identity.name}`,
    greeting: greet(name),
    paragraphs: ["Your account is ready. It keeps your cart and your address, and shows where each of your orders is."],
    action: { label: "Go to your account", path: "/account" },
    afterwards: [`If you did not register, write to ${identity.email} and we will remove the account.`],
  })
}
