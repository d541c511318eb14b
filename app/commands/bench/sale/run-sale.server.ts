import type { Member } from "~/domain/accounts/actor"
import { startSession } from "~/domain/accounts/sessions/sessions.server"
import { insertProduct } from "~/domain/catalog/products.server"
import type { Shop } from "~/domain/shop"
import { openSessionCookie } from "~/http/session/session-cookie.server"
import { type BenchDatabases, fillCatalogue, settingsOf, withBenchShop } from "../bench-databases.server"
import type { BenchOptions } from "../bench-options"
import { startShop, stopPrograms } from "../http/programs.server"
import { addMembers } from "../http/visitors.server"
import { simulateSale } from "./simulate-sale.server"

const PRODUCTS = 10_000

export async function runSale(
  databases: BenchDatabases,
  { visitors, buyers }: Pick<BenchOptions, "visitors" | "buyers">,
  say: (line: string) => void,
) {
  const settings: Record<string, string> = { ...(await settingsOf(databases, "bench_sale")), TRUST_PROXY: "1" }
  return withBenchShop(settings, async (shop) => {
    await fillCatalogue(shop, PRODUCTS, say)
    const results = []
    for (const processes of [1, 2]) {
      const units = Math.ceil(buyers * 0.8)
      const product = await addHotProduct(shop, units)
      const members = await addMembers(shop, buyers, product)
      const cookies = await Promise.all(members.map((member) => cookieOf(shop, member, settings.SESSION_SECRET ?? "")))
      const urls: string[] = []
      while (urls.length < processes) urls.push((await startShop(databases.folder, settings)).url)
      const seen = await simulateSale({ urls, product, cookies, visitors })
      await stopPrograms()
      const sold = await unitsSold(shop, product)
      const oversold = Math.max(0, sold - units)
      results.push({ processes, visitors, buyers, units, oversold, ...seen })
      const { orders, refusals, page, bought } = seen
      const [orderRate, pageRate] = [seen.ordersPerSecond.toFixed(1), Math.round(seen.pagesPerSecond)]
      const kinds = Object.entries(refusals).map(([kind, count]) => `${count} ${kind}`)
      say(`\nProcesses: ${processes}. ${orders} of ${buyers} buyers have one of ${units} units, oversold ${oversold}.`)
      say(`${orderRate} orders a second (p50 ${bought.p50} ms, p95 ${bought.p95}).`)
      say(`${pageRate} pages a second beside (p50 ${page.p50} ms, p95 ${page.p95}).`)
      say(`Went without: ${kinds.join(", ") || "nobody"}.`)
    }
    return results
  })
}

async function addHotProduct(shop: Shop, units: number): Promise<string> {
  const lamp = { name: "Sale lamp", desc: "For a day.", category: "Household", price: 5_000, stock: units } as const
  return shop.transaction((tx) => insertProduct(tx, lamp))
}

async function cookieOf(shop: Shop, member: Member, secret: string): Promise<string> {
  const { token } = await startSession(shop, member, { userAgent: "", address: "" })
  const line = await openSessionCookie({ secrets: [secret], secure: false }).write({ token, cart: [] })
  return line.split(";", 1)[0] ?? ""
}

async function unitsSold(shop: Shop, product: string): Promise<number> {
  const lines = shop.db.selectFrom("order_lines").where("product_id", "=", product)
  const { units } = await lines.select(({ fn }) => fn.sum<number>("quantity").as("units")).executeTakeFirstOrThrow()
  return units ?? 0
}
