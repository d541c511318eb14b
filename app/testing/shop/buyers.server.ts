import { type Member, requireMember } from "~/domain/accounts/actor"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import type { Cart } from "~/domain/cart/cart"
import { replaceSavedCart } from "~/domain/cart/saved-cart.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Card } from "~/domain/payments/card"
import type { Shop } from "~/domain/shop"

/** Succeeds in the sandbox */
export const goodCard: Card = { number: "4242424242424242", expMonth: 12, expYear: 2099, cvc: "123" }

export const testAddress = {
  address: "1 Main Street",
  city: "Springfield",
  state: "IL",
  country: "US",
  pinCode: "62701",
  phoneNo: "2175550123",
}

/** Inserts many accounts with an address, without hashing passwords. */
export async function addBuyers(shop: Shop, count: number): Promise<Member[]> {
  const rows = Array.from({ length: count }, (_, index) => {
    const id = newObjectId(shop.now())
    const name = `Buyer ${index + 1}`
    const columns = { password_hash: "-", shipping_info: JSON.stringify(testAddress), email_verified_at: shop.now() }
    return { id, name, email: `${id}@buyers.test`, ...columns }
  })
  await shop.db.insertInto("users").values(rows).execute()
  return Promise.all(rows.map(async ({ id }) => requireMember(await findActiveUser(shop, id))))
}

export async function addBuyer(shop: Shop): Promise<Member> {
  return (await addBuyers(shop, 1))[0] as Member
}

interface NewProduct {
  name?: string
  /** Cents */
  price?: number
  stock?: number
}

/** Creates a product, by default ten units at $50.00. */
export async function addProduct(
  shop: Shop,
  { name = "Walnut tray", price = 5_000, stock = 10 }: NewProduct = {},
): Promise<string> {
  const id = newObjectId(shop.now())
  await shop.db.insertInto("products").values({ id, name, price, category: "Kitchen" }).execute()
  await shop.db.insertInto("product_descriptions").values({ product_id: id, description: name }).execute()
  if (stock > 0) await moveStock(shop, id, stock, "opening")
  return id
}

/** Moves units for a reason other than a checkout. */
export async function moveStock(
  shop: Shop,
  product: string,
  change: number,
  reason: "opening" | "correction" | "sale" = "correction",
): Promise<void> {
  await shop.db.insertInto("stock_ledger").values({ variant_id: product, change, reason }).execute()
}

export async function stockOf(shop: Shop, product: string): Promise<number> {
  const query = shop.db.selectFrom("products").select("stock").where("id", "=", product)
  return (await query.executeTakeFirstOrThrow()).stock
}

export async function setPrice(shop: Shop, product: string, price: number): Promise<void> {
  await shop.db.updateTable("variants").set({ price }).where("id", "=", product).execute()
}

export async function takeOffSale(shop: Shop, product: string): Promise<void> {
  await shop.db.updateTable("products").set({ deleted_at: shop.now() }).where("id", "=", product).execute()
}

/** Saves an account's cart. */
export async function fillCart(shop: Shop, member: Member, cart: Cart): Promise<Cart> {
  await shop.transaction((tx) => replaceSavedCart(tx, member.id, cart))
  return cart
}

export async function countOrders(shop: Shop, member: Member): Promise<number> {
  const orders = shop.db.selectFrom("orders").where("user_id", "=", member.id)
  return (await orders.select((order) => order.fn.countAll<number>().as("count")).executeTakeFirstOrThrow()).count
}
