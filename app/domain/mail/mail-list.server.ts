import type { Books } from "../shop"
import { notFound } from "../shop-error"

export interface KeptMail {
  id: string
  recipient: string
  subject: string
  text: string
  createdAt: Date
}

const MOST_SHOWN = 50

/** The newest mails of the outbox. */
export async function listMails(books: Books): Promise<KeptMail[]> {
  const rows = await books.db
    .selectFrom("mails")
    .select(["id", "recipient", "subject", "text_body as text", "created_at as createdAt"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MOST_SHOWN)
    .execute()
  return rows
}

/** A mail of the outbox as HTML. @throws ShopError `notFound` */
export async function readMailAsHtml(books: Books, id: string): Promise<string> {
  const row = await books.db.selectFrom("mails").select("html_body").where("id", "=", id).executeTakeFirst()
  if (!row) throw notFound("There is no such mail")
  return row.html_body
}
