import { isMailAddress } from "~/domain/mail/mail-address"
import { type Mailer, MailRefused } from "~/domain/mail/mailer"

/** Without SMTP a mail has arrived once it is in the database: `/dev/mail` shows it there. */
export function openOutboxMailer(): Mailer {
  return {
    kind: "outbox",
    async send({ recipient }) {
      if (!isMailAddress(recipient)) throw new MailRefused("This is not a valid email address")
    },
  }
}
