import type { ColumnType, Generated, JSONColumnType } from "kysely"

export interface MailTables {
  mails: {
    id: string
    dedupe_key: string | null
    kind: string
    recipient: string
    subject: string
    text_body: string
    html_body: string
    /** Both bodies with their secrets, encrypted until the mail is sent */
    sealed: ColumnType<string | null, string | null | undefined, string | null>
    /** The agreed text that follows it */
    agreed_text_digest: ColumnType<string | null, string | null | undefined, never>
    created_at: Generated<Date>
    attempts: Generated<number>
    due_at: Generated<Date>
    last_error: string | null
    failed_at: Date | null
    sent_at: Date | null
  }
  /** The mails of the last hour to each recipient, see `app/domain/mail/mail-bounds.server.ts` */
  mail_counts: {
    /** A hash of the address */
    recipient_key: string
    class: "asked" | "notice" | "security"
    queued_at: Date[]
    newest_at: Date
  }
  /** A sent mail is deleted when one of these users is erased. */
  mail_people: {
    mail_id: string
    user_id: string
  }
  owner_notifications: {
    id: string
    key: string
    contents: JSONColumnType<StoredNotification | null, string, string | null>
    created_at: Generated<Date>
    sent_at: Date | null
    person_ids: Generated<string[]>
  }
}

/** See `app/domain/mail/owner-emails.ts`. */
interface StoredNotification {
  summary: string
  action: { label: string; path: string }
  paragraphs: string[]
  lines?: { label: string; value: string; path?: string }[]
}
