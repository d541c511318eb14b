import type { Queryable } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import { agreedTextColumn } from "./agreed-text-column.server"
import { withAgreedText } from "./email"

const MAX_SHOWN = 50

export async function listMails(shop: Queryable) {
  const mails = await shop.db
    .selectFrom("mails")
    .select(["id", "recipient", "subject", "text_body as text", "html_body as html", "created_at as createdAt"])
    .select(agreedTextColumn.as("agreedText"))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_SHOWN)
    .execute()
  return mails.map(({ agreedText, html, ...mail }) => ({
    ...mail,
    text: withAgreedText({ ...mail, html }, agreedText).text,
  }))
}

export async function readMailAsHtml(shop: Queryable, id: string): Promise<string> {
  const mail = await shop.db
    .selectFrom("mails")
    .select(["text_body as text", "html_body as html", agreedTextColumn.as("agreedText")])
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("There is no such email"))
  return withAgreedText(mail, mail.agreedText).html
}
