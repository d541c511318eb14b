import { promoteUser } from "~/domain/accounts/administrators.server"
import { registerUser } from "~/domain/accounts/register.server"
import { findSession, startSession } from "~/domain/accounts/sessions.server"
import { type Admin, type Member, requireAdmin, requireMember } from "~/domain/accounts/user"
import type { ProductFields } from "~/domain/catalog/product"
import { publishProduct } from "~/domain/catalog/products.server"
import { payWithCard } from "~/domain/checkout/pay-checkout.server"
import { orderIdOf } from "~/domain/checkout/payment-outcome.server"
import { startCheckout } from "~/domain/checkout/start-checkout.server"
import { saveShipping } from "~/domain/shipping/shipping.server"
import type { Shop } from "~/domain/shop"

export const testPassword = "a good long password"

/** Somebody with an account and an address. */
export async function signUp(shop: Shop, email: string, name = "Ada Buyer"): Promise<Member> {
  const proof = await registerUser(shop, { name, email, password: testPassword }, { address: email })
  const member = requireMember(await signedIn(shop, proof.userId))
  await saveShipping(shop, member, {
    address: "1 Main Street",
    suburb: "Springfield",
    state: "IL",
    country: "US",
    pinCode: "62701",
    phoneNo: "2175550123",
  })
  return member
}

export async function signUpAdmin(shop: Shop, email = "admin@shop.test", name = "Grace Keeper"): Promise<Admin> {
  const { id } = await signUp(shop, email, name)
  await promoteUser(shop, email)
  return requireAdmin(await signedIn(shop, id))
}

/** A product on the shelf: $10.00, ten of it, unless told otherwise. */
export async function shelve(shop: Shop, admin: Admin, fields: Partial<ProductFields> = {}): Promise<string> {
  const product = { name: "Mug", price: 1_000, stock: 10, desc: "For tea.", category: "Kitchen" as const }
  return publishProduct(shop, admin, { ...product, ...fields })
}

/** Buys and pays, the whole way through checkout and gateway; answers the order's id. */
export async function buy(shop: Shop, member: Member, product: string, quantity = 1): Promise<string> {
  await startCheckout(shop, member, [{ product, quantity }], null)
  const card = { number: "4242424242424242", expMonth: 12, expYear: 2099, cvc: "123" }
  return orderIdOf(await payWithCard(shop, member, card)) ?? ""
}

async function signedIn(shop: Shop, userId: string) {
  const token = await startSession(shop, userId, { userAgent: "", address: "" })
  return (await findSession(shop, token))?.user ?? null
}
