import { isMailAddress } from "~/domain/mail/mail-address"
import { type Mailer, MailRefused } from "~/domain/mail/mailer"

/** A mail counts as delivered once it is in the database, where `/dev/mail` shows it. */
export function openOutboxMailer(): Mailer {
  return {
    kind: "outbox",
    async send({ recipient }) {
      if (!isMailAddress(recipient)) throw new MailRefused("This is not a valid email address")
    },
  }
}
