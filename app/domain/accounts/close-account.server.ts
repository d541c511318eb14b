import { sql } from "kysely"
import { queueMail } from "../mail/outbox.server"
import { accountClosedLetter } from "../mail/templates/account-closed"
import type { Books, Shop } from "../shop"
import { conflict } from "../shop-error"
import { spareLastAdmin } from "./administrators.server"
import { confirmPassword } from "./confirm-password.server"
import { forgetLinks } from "./password-reset.server"
import { endSessions } from "./session-list.server"
import type { Member } from "./user"

const NOBODY = "Deleted account"

/**
 * Deletes a member's own account for good. Orders and reviews stay, without a name; what an order needs to reach its
 * address is forgotten once it has been delivered.
 * @throws ShopError `invalid` for a wrong password, or when it is the last administrator's; `conflict` while a payment
 * may be under way, whose outcome must still reach its buyer
 */
export async function closeAccount(shop: Shop, member: Member, password: string): Promise<void> {
  await confirmPassword(shop, member, password, "password")
  await shop.transaction(async (books) => {
    await spareLastAdmin(books, member.id)
    await refuseWhilePaying(books, member.id)
    await eraseUser(books, member.id)
    await forgetBuyer(books, member.id)
    await endSessions(books, member.id)
    await forgetLinks(books, member.id)
    await books.db.deleteFrom("saved_cart_lines").where("user_id", "=", member.id).execute()
    await books.db.updateTable("reviews").set({ name: NOBODY }).where("user_id", "=", member.id).execute()
    await forgetAddresses(books)
    const letter = accountClosedLetter(books.identity, { name: member.name })
    await queueMail(books, { kind: "account-closed", to: member.email, letter })
  })
}

/** Forgets where orders of erased accounts went, once they need it no more. */
export async function forgetAddresses(books: Books): Promise<void> {
  const forgotten = sql<string>`shipping_info || '{"address": "", "pinCode": "", "phoneNo": ""}'`
  const erased = books.db.selectFrom("users").select("id").where("erased_at", "is not", null)
  const known = sql<string>`shipping_info ->> 'phoneNo'`
  await books.db
    .updateTable("orders")
    .set({ shipping_info: forgotten })
    .where("user_id", "in", erased)
    .where("status", "in", ["Delivered", "Cancelled"])
    .where(known, "<>", "")
    .execute()
  await books.db
    .updateTable("checkouts")
    .set({ shipping_info: forgotten })
    .where("user_id", "in", erased)
    .where("status", "<>", "held")
    .where(known, "<>", "")
    .execute()
}

async function refuseWhilePaying(books: Books, id: string): Promise<void> {
  const held = await books.db
    .selectFrom("checkouts")
    .select("id")
    .where("user_id", "=", id)
    .where("status", "=", "held")
    .executeTakeFirst()
  if (held) throw conflict("A payment of yours is under way. Please finish it, or try again in a quarter of an hour.")
}

async function eraseUser(books: Books, id: string): Promise<void> {
  await books.db
    .updateTable("users")
    .set({
      name: NOBODY,
      email: addressOfNobody(id),
      password_hash: "",
      role: "user",
      avatar_picture_id: null,
      shipping_info: null,
      updated_at: books.now(),
      deleted_at: books.now(),
      erased_at: books.now(),
    })
    .where("id", "=", id)
    .execute()
}

async function forgetBuyer(books: Books, id: string): Promise<void> {
  await books.db
    .updateTable("orders")
    .set({ user_name: NOBODY, user_email: addressOfNobody(id) })
    .where("user_id", "=", id)
    .execute()
}

/** An address that no mail can reach. */
function addressOfNobody(id: string): string {
  return `${id}@deleted.invalid`
}
