import type { Member, Staff } from "~/domain/accounts/actor"
import { publishProduct } from "~/domain/catalog/editing/publish-product.server"
import type { ProductFields } from "~/domain/catalog/product"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { payWithCard } from "~/domain/checkout/payment/checkout-payment.server"
import { orderIdOf } from "~/domain/checkout/payment/payment-outcome"
import type { Shop } from "~/domain/shop"
import { openForTests } from "../processes/open-for-tests"
import { goodCard, testAddress } from "./buyers.server"
import { aMember, anAdmin } from "./people.server"
import { openTestShop, type TestShop } from "./test-shop.server"

export { PASSWORD as testPassword } from "./people.server"

/** Creates a member with an address. */
export async function signUp(shop: Shop, email: string, name = "Ada Buyer"): Promise<Member> {
  const member = await aMember(shop, { name, email })
  const shipping_info = JSON.stringify(testAddress)
  await shop.db.updateTable("users").set({ shipping_info }).where("id", "=", member.id).execute()
  return member
}

export async function signUpAdmin(shop: Shop, email = "admin@shop.test", name = "Grace Keeper"): Promise<Staff> {
  return anAdmin(shop, { email, name })
}

/** Creates a product, by default ten units at $10.00. */
export async function shelve(shop: Shop, admin: Staff, fields: Partial<ProductFields> = {}): Promise<string> {
  const product = { name: "Mug", price: 1_000, stock: 10, desc: "For tea.", category: "Kitchen" as const }
  return publishProduct(shop, admin, { ...product, ...fields })
}

/** Buys and pays through checkout and gateway; returns the order's id. */
export async function buy(shop: Shop, member: Member, product: string, quantity = 1): Promise<string> {
  await startCheckout(shop, member, [{ variantId: product, quantity }], null)
  return orderIdOf(await payWithCard(shop, member, goodCard)) ?? ""
}

interface OrdersTest extends TestShop {
  admin: Staff
  /** A second administrator */
  other: Staff
  ada: Member
  /** $10.00, with enough units for all tests of a file */
  mug: string
}

/** A shop for the tests of a file, with two administrators, one shopper and one product */
export function openOrdersTest(): OrdersTest {
  return openForTests(async () => {
    const opened = await openTestShop()
    const admin = await signUpAdmin(opened.shop)
    const other = await signUpAdmin(opened.shop, "second@shop.test", "Second Keeper")
    const ada = await signUp(opened.shop, "ada@shop.test")
    return { ...opened, admin, other, ada, mug: await shelve(opened.shop, admin, { stock: 10_000 }) }
  })
}
