import { createTransport } from "nodemailer"
import { isMailAddress } from "~/domain/mail/mail-address"
import { type Mail, type Mailer, MailRefused } from "~/domain/mail/mailer"

interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string
  /** From whom each mail comes: a name with an address, also as one text with angle brackets. */
  from: () => string | { name: string; address: string }
  /** The shop's own host: mails are named after it. */
  host: string
  /** How long one mail may take from the first connection to the last answer, in milliseconds. */
  timeout?: number
}

/** Mails by SMTP, one connection a mail. A server that is slow or away costs seconds, never more. */
export function openSmtpMailer({ url, from, host, timeout = 15_000 }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    kind: "smtp",
    async send({ id, recipient, subject, text, html }: Mail) {
      if (!isMailAddress(recipient)) throw new MailRefused("This is not a valid email address")
      try {
        await transport.sendMail({
          from: from(),
          to: { name: "", address: recipient },
          subject,
          text,
          html,
          messageId: `<${id}@${host}>`,
          headers: { "Auto-Submitted": "auto-generated" },
          signal: AbortSignal.timeout(timeout),
        })
      } catch (error) {
        throw isFinal(error) ? new MailRefused((error as Error).message, { cause: error }) : error
      }
    },
  }
}

/** A permanent answer about this very mail; a refused password or connection concerns the server and may pass. */
function isFinal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500
}
