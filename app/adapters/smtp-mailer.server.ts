import { createTransport } from "nodemailer"
import { isMailAddress } from "~/domain/mail/mail-address"
import { type Mail, type Mailer, MailRefused } from "~/domain/mail/mailer"

interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string
  from: () => string | { name: string; address: string }
  /** The host in message ids */
  host: string
  now: () => Date
  /** Milliseconds for one mail */
  timeout?: number
}

export function openSmtpMailer({ url, from, host, now, timeout = 15_000 }: SmtpOptions): Mailer {
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
    async send({ id, recipient, subject, text, html, attachments = [] }: Mail) {
      if (!isMailAddress(recipient)) throw new MailRefused("This is not a valid email address")
      try {
        await transport.sendMail({
          from: from(),
          to: { name: "", address: recipient },
          subject,
          text,
          html,
          attachments: attachments.map(({ name, text: content }) => {
            return { filename: name, content, contentType: "text/plain; charset=utf-8" }
          }),
          date: now(),
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

/** A refused mail is final; a refused password or connection may be temporary. */
function isFinal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500
}
