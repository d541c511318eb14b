export interface Mail {
  id: string
  recipient: string
  subject: string
  text: string
  html: string
  /** Files of plain text */
  attachments?: { name: string; text: string }[]
}

export interface Mailer {
  /** `outbox` keeps mails in the database, where `/dev/mail` shows them. */
  readonly kind: "smtp" | "outbox"
  /** @throws MailRefused if a retry cannot help */
  send(mail: Mail): Promise<void>
}

export class MailRefused extends Error {
  override readonly name = "MailRefused"
}
