export interface Mail {
  id: string
  recipient: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /** `outbox` keeps mails in the database, to be read at `/dev/mail`. */
  readonly kind: "smtp" | "outbox"
  /** @throws MailRefused if this mail will never be taken; after anything else a later try may succeed */
  send(mail: Mail): Promise<void>
}

export class MailRefused extends Error {
  override readonly name = "MailRefused"
}
