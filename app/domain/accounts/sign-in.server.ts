import { type Cart, mergeCarts } from "../cart/cart"
import { readSavedCart, replaceSavedCart } from "../cart/saved-cart.server"
import type { Books, Shop } from "../shop"
import { unauthenticated } from "../shop-error"
import type { Proof } from "./proof"
import { type Device, endSession, startSession } from "./sessions.server"
import type { User } from "./user"
import { toUser, userColumns } from "./user-row.server"

/** Where somebody signs in from, and what their browser carried until now. */
export interface Arrival {
  device: Device
  /** The browser's cart; the account's joins it. */
  cart: Cart
  /** The secret of the session that the new one replaces. */
  token: string | null
}

export interface SignedIn {
  token: string
  cart: Cart
  user: User
}

/**
 * Starts a session for who has just proved to be somebody, and makes one cart of the browser's and the account's.
 * @throws ShopError `unauthenticated` when the account or its password changed since the proof
 */
export async function startVisit(shop: Shop, proof: Proof, arrival: Arrival): Promise<SignedIn> {
  return shop.transaction(async (books) => {
    const user = await lockProven(books, proof)
    if (!user) throw unauthenticated()
    if (arrival.token) await endSession(books, arrival.token)
    const token = await startSession(books, user.id, arrival.device)
    const cart = mergeCarts(arrival.cart, await readSavedCart(books, user.id))
    await replaceSavedCart(books, user.id, cart)
    return { token, cart, user }
  })
}

async function lockProven(books: Books, { userId, passwordHash }: Proof): Promise<User | null> {
  const row = await books.db
    .selectFrom("users")
    .leftJoin("pictures", "pictures.id", "users.avatar_picture_id")
    .select(userColumns)
    .where("users.id", "=", userId)
    .where("users.password_hash", "=", passwordHash)
    .where("users.deleted_at", "is", null)
    .forUpdate("users")
    .executeTakeFirst()
  return row ? toUser(row) : null
}
