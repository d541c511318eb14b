import { newObjectId } from "~/domain/object-id.server"
import type { Tx } from "~/domain/shop"
import type { User } from "../user"

/** Until the shipping step asks for it */
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
        user(user.fn<string>("lower", ["email"]), "=", email.toLowerCase()),
        user.not(
          user.exists(user.selectFrom("orders").select("orders.id").whereRef("orders.user_id", "=", "users.id")),
        ),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
