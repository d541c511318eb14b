import type { Queryable } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"

const MAX_SHOWN = 50

export async function listMails(shop: Queryable) {
  return shop.db
    .selectFrom("mails")
    .select(["id", "recipient", "subject", "text_body as text", "created_at as createdAt"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_SHOWN)
    .execute()
}

export async function readMailAsHtml(shop: Queryable, id: string): Promise<string> {
  const mail = shop.db.selectFrom("mails").select("html_body").where("id", "=", id)
  return (await mail.executeTakeFirstOrThrow(() => notFound("There is no such email"))).html_body
}
