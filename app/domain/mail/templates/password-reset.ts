import { greet, type RenderedEmail, renderEmail } from "~/domain/mail/render-email"
import type { Identity } from "../../shop"

interface Reset {
  name: string
  token: string
  minutes: number
}

export function passwordResetEmail(identity: Identity, { name, token, minutes }: Reset): RenderedEmail {
  return renderEmail(identity, {
    subject: `Choose a new password for ${identity.name}`,
    greeting: greet(name),
    paragraphs: [
      `Somebody, probably you, asked for a new password. Use this link to choose one. It works once, for ${minutes} minutes.`,
    ],
    action: { label: "Choose a new password", path: `/password/reset/${token}` },
    afterwards: ["If this was not you, you can ignore this email: your password stays as it is."],
  })
}
