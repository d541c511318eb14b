import type { Books } from "../shop"

export interface KeptMail {
  id: string
  recipient: string
  subject: string
  text: string
  html: string
  createdAt: Date
}

/** The newest mails of the outbox. */
export async function listMails(books: Books): Promise<KeptMail[]> {
  const rows = await books.db
    .selectFrom("mails")
    .select(["id", "recipient", "subject", "text_body as text", "html_body as html", "created_at as createdAt"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(50)
    .execute()
  return rows
}
