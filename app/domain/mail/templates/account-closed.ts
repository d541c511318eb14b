import { greet, type RenderedEmail, renderEmail } from "~/domain/mail/render-email"
import type { Identity } from "../../shop"

export function accountClosedEmail(identity: Identity, { name }: { name: string }): RenderedEmail {
  return renderEmail(identity, {
    subject: `Your ${identity.name} account is deleted`,
    greeting: greet(name),
    paragraphs: [
      "As you asked, we have deleted your account and your personal data. Our records of your orders remain, without your name. An order that is still on its way will reach you, and we will keep emailing you about it; it keeps your name and address until it has arrived.",
      "Thank you for having been our customer.",
    ],
  })
}
