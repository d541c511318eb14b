import { sql } from "kysely"
import { insertProduct } from "~/domain/catalog/editing/publish-product.server"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import type { Shop } from "~/domain/shop"
import { addMembers, cookieOf, credentialsOf } from "../members.server"

export interface HotProduct {
  id: string
  name: string
}

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

export type SaleBuyer = Awaited<ReturnType<typeof addSaleBuyers>>[number]

/** Half of the shoppers are already signed in. */
export async function addSaleBuyers(shop: Shop, count: number, secret: string) {
  const members = await addMembers(shop, count)
  const enter = async (member: (typeof members)[number], number: number) => {
    if (number % 2 === 0) return { cookie: null, credentials: credentialsOf(member) }
    return { cookie: await cookieOf(shop, secret, { member }), credentials: null }
  }
  return Promise.all(members.map(enter))
}

/** Compares sales with the initial stock, and checks all invariants. */
export async function auditSale(shop: Shop, products: readonly HotProduct[], units: number) {
  const sold = sql`from order_lines where product_id = any(${products.map(({ id }) => id)})`
  const ofEach = sql<{ units: number }>`select sum(quantity)::int as units ${sold} group by product_id`
  const all = sql<{ orders: number }>`select count(distinct order_id)::int as orders ${sold}`
  const soldUnits = (await ofEach.execute(shop.db)).rows.map((row) => row.units)
  return {
    orders: (await all.execute(shop.db)).rows[0]?.orders ?? 0,
    soldUnits,
    oversold: soldUnits.reduce((sum, sold) => sum + Math.max(0, sold - units), 0),
    violations: await checkInvariants(shop),
  }
}
