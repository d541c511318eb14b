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
  /**
   * Hands one mail over, within seconds.
   * @throws MailRefused when this mail will never be taken; anything else means that a later try may succeed
   */
  send(mail: Mail): Promise<void>
}

/** This mail will never be taken, however often it is tried: the address does not exist, or is none. */
export class MailRefused extends Error {
  override readonly name = "MailRefused"
}
