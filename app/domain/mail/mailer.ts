/** A finished mail: plain text first, HTML beside it. */
export interface Mail {
  id: string
  recipient: string
  subject: string
  text: string
  html: string
}

/** How mails leave the house. */
export interface Mailer {
  /** `outbox` keeps mails in the database, to be read at `/dev/mail`. */
  readonly kind: "smtp" | "outbox"
  /** Hands one mail over. @throws when it was not taken; the outbox tries again later. */
  send(mail: Mail): Promise<void>
}
