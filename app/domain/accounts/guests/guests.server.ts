import { sql } from "kysely"
import { ago, DAY } from "~/domain/durations"
import { newObjectId } from "~/domain/object-id.server"
import type { Queryable, Tx } from "~/domain/shop"
import type { User } from "../user"

/** A placeholder until the shipping step replaces it */
const NO_NAME = "Guest"

export async function insertGuest(tx: Tx, email: string): Promise<Pick<User, "id" | "role" | "isGuest">> {
  const now = tx.now()
  const guest = { id: newObjectId(now), role: "user", isGuest: true } as const
  await tx.db
    .insertInto("users")
    .values({
      id: guest.id,
      name: NO_NAME,
      email,
      password_hash: "",
      is_guest: true,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return guest
}

/** Returns `false` for a guest who has ordered under another address: their orders stay with it. */
export async function changeGuestEmail(tx: Tx, id: string, email: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable("users")
    .set({ email, updated_at: tx.now() })
    .where("id", "=", id)
    .where("is_guest", "=", true)
    .where("erased_at", "is", null)
    .where((user) =>
      user.or([
        sql<boolean>`lower(email) = lower(${email})`,
        user.not(
          user.exists(user.selectFrom("orders").select("orders.id").whereRef("orders.user_id", "=", "users.id")),
        ),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns the guests with this unverified address. */
export async function findGuestsOf({ db }: Queryable, email: string): Promise<string[]> {
  const guests = await db
    .selectFrom("users")
    .select("id")
    .where("is_guest", "=", true)
    .where("erased_at", "is", null)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .execute()
  return guests.map(({ id }) => id)
}

/** Returns `false` for a guest who has already become a member, or was erased. */
export async function makeMember(tx: Tx, id: string, passwordHash: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable("users")
    .set({ is_guest: false, password_hash: passwordHash, updated_at: tx.now() })
    .where("id", "=", id)
    .where("is_guest", "=", true)
    .where("erased_at", "is", null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Days after which an order can neither be opened by its links nor be restored */
const ENDED_DAYS = 90
const BATCH = 500

/** Returns guests without a session, a payment in progress, or an order that ended less than 90 days ago. */
export async function findEndedGuests(shop: Queryable): Promise<string[]> {
  const [dayAgo, cutoff] = [ago(shop, DAY), ago(shop, ENDED_DAYS * DAY)]
  const { rows } = await sql<{ id: string }>`
    select id from users
    where is_guest and erased_at is null and created_at < ${dayAgo}
      and not exists (select from sessions where user_id = users.id and created_at > ${dayAgo})
      and not exists (select from checkouts where user_id = users.id and status in ('held', 'processing'))
      and not exists (select from payments where user_id = users.id and status = 'open')
      and not exists (select from payments join refunds on payment_id = payments.id
        where user_id = users.id and refunds.status = 'requested')
      and not exists (select from orders where user_id = users.id
        and least(coalesce(deleted_at, 'infinity'), coalesce(delivered_at, cancelled_at, 'infinity')) > ${cutoff})
    order by created_at limit ${BATCH}`.execute(shop.db)
  return rows.map(({ id }) => id)
}

/** Returns `false` for a guest to whom purchases or payments refer. */
export async function deleteGuest(tx: Tx, id: string): Promise<boolean> {
  const unreferenced = sql<boolean>`(not exists (select from orders where user_id = ${id})
    and not exists (select from checkouts where user_id = ${id})
    and not exists (select from payments where user_id = ${id}))`
  const query = tx.db.deleteFrom("users").where("id", "=", id).where("is_guest", "=", true).where(unreferenced)
  return (await query.executeTakeFirst()).numDeletedRows > 0n
}
