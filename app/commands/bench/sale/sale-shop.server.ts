import { startSession } from "~/domain/accounts/sessions/sessions.server"
import { insertProduct } from "~/domain/catalog/products.server"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import type { Shop } from "~/domain/shop"
import { openSessionCookie } from "~/http/session/session-cookie.server"
import { addMembers, PASSWORD } from "../http/visitors.server"
import type { HotProduct } from "./shopper.server"
import type { SaleBuyer } from "./simulate-sale.server"

export async function addHotProducts(shop: Shop, units: number): Promise<HotProduct[]> {
  const lamps = ["Sale lamp", "Sale lantern", "Sale torch"].map((name, index) => {
    return { name, desc: "For a day.", category: "Household", price: 5_000 + 1_000 * index, stock: units } as const
  })
  return shop.transaction(async (tx) => {
    const products: HotProduct[] = []
    for (const lamp of lamps) products.push({ id: await insertProduct(tx, lamp), name: lamp.name })
    return products
  })
}

/** Half of them are signed in already. */
export async function addSaleBuyers(shop: Shop, count: number, secret: string): Promise<SaleBuyer[]> {
  const cookies = openSessionCookie({ secrets: [secret], secure: false })
  const members = await addMembers(shop, count)
  return Promise.all(
    members.map(async (member, number) => {
      if (number % 2 === 0) return { cookie: null, credentials: { email: member.email, password: PASSWORD } }
      const { token } = await startSession(shop, member, { userAgent: "", address: "" })
      const line = await cookies.write({ token, cart: [] })
      return { cookie: line.split(";", 1)[0] ?? "", credentials: null }
    }),
  )
}

/** Compares what was sold with what there was, and all books with each other. */
export async function auditSale(shop: Shop, products: readonly HotProduct[], units: number) {
  const lines = shop.db
    .selectFrom("order_lines")
    .innerJoin("orders", "orders.id", "order_lines.order_id")
    .where(
      "product_id",
      "in",
      products.map(({ id }) => id),
    )
  const sold = await lines
    .select(({ fn }) => [
      "product_id",
      fn.sum<number>("quantity").as("units"),
      fn.count<number>("order_id").distinct().as("orders"),
    ])
    .groupBy("product_id")
    .execute()
  const { orders } = await lines
    .select(({ fn }) => fn.count<number>("order_id").distinct().as("orders"))
    .executeTakeFirstOrThrow()
  return {
    orders,
    soldUnits: sold.map((row) => row.units),
    oversold: sold.reduce((sum, row) => sum + Math.max(0, row.units - units), 0),
    violations: await checkInvariants(shop),
  }
}
