import type { AgreedText } from "~/domain/mail/email"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import type { Order } from "./order"

/** Returns the terms as the buyer agreed to them. Throws `notFound` if no law asks for them. */
export async function findAgreedText({ db }: Shop, { id }: Pick<Order, "id">): Promise<AgreedText> {
  return db
    .selectFrom("orders")
    .innerJoin("agreed_texts", "digest", "agreed_text_digest")
    .select(["body_text as text", "body_html as html"])
    .where("orders.id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("No terms are stored with this order"))
}
