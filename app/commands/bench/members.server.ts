import pLimit from "p-limit"
import { type Member, requireMember } from "~/domain/accounts/actor"
import { hashPassword } from "~/domain/accounts/passwords/passwords.server"
import { insertUser } from "~/domain/accounts/registration/register.server"
import { startSession } from "~/domain/accounts/sessions/sessions.server"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import type { Cart } from "~/domain/cart/cart"
import { saveCartLine } from "~/domain/cart/saved-cart.server"
import { newObjectId } from "~/domain/object-id.server"
import { saveShipping } from "~/domain/shipping/shipping.server"
import type { Shop } from "~/domain/shop"
import { openSessionCookie } from "~/http/session/session-cookie.server"

/** Fewer than the shop has connections */
const CONCURRENCY = 4
const PASSWORD = "a password for the bench"

const address = {
  address: "1 Main Street",
  suburb: "Springfield",
  state: "IL",
  country: "US",
  pinCode: "62701",
  phoneNo: "2175550123",
}

/** Adds members with an address, and with a unit of `product` in the cart. */
export async function addMembers(shop: Shop, count: number, product?: string): Promise<Member[]> {
  const password_hash = await hashPassword(PASSWORD)
  const add = async (_: unknown, number: number) => {
    const id = newObjectId(shop.now())
    await insertUser(shop, { id, name: `Bench ${number}`, email: `${id}@bench.invalid`, password_hash })
    const member = requireMember(await findActiveUser(shop, id))
    await saveShipping(shop, member, address)
    if (product) await shop.transaction((tx) => saveCartLine(tx, id, { variantId: product, quantity: 1 }))
    return member
  }
  return pLimit(CONCURRENCY).map(Array.from({ length: count }), add)
}

export const credentialsOf = ({ email }: Member) => ({ email, password: PASSWORD })

/** Returns the cookie of a visitor with a cart, or that of a new session. */
export async function cookieOf(shop: Shop, secret: string, { member, cart = [] }: { member?: Member; cart?: Cart }) {
  const session = member && (await startSession(shop, member, { userAgent: "", address: "" }))
  const cookies = openSessionCookie({ secrets: [secret], secure: false })
  return (await cookies.write({ token: session?.token ?? null, cart })).split(";", 1)[0] ?? ""
}

/** Returns all hidden fields of a page, names repeated. */
export function hiddenFields(page: string): [string, string][] {
  const fields = page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return [...fields].map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")])
}
