import { accountLimits } from "~/domain/accounts/account-limits"
import type { Member } from "~/domain/accounts/actor"
import { accountKey, addressKey } from "~/domain/accounts/rate-limit-keys.server"
import { recordStockMovements } from "~/domain/inventory/stock.server"
import type { Shop } from "~/domain/shop"
import { fillCatalogue } from "../bench-databases.server"
import { startShop } from "../programs.server"
import { addMembers, openScenarios } from "./scenarios.server"

export const PRODUCTS = 10_000
const MEMBERS = 64
/** Enough for every member to buy one */
const UNITS = 10_000

/** Fills the shop, starts its server, and signs visitors in there. */
export async function openBenchShop(shop: Shop, folder: string, settings: Record<string, string>) {
  await fillCatalogue(shop, PRODUCTS)
  const live = shop.db.selectFrom("products").select(["id", "name"]).where("deleted_at", "is", null)
  const products = await live.orderBy("created_at", "desc").orderBy("id", "desc").limit(12).execute()
  const [newest] = products
  if (!newest) throw new Error("The shop is empty")
  await setStock(shop, newest.id, UNITS)
  const members = await addMembers(shop, 2 * MEMBERS, newest.id)
  const program = await startShop(folder, settings)
  return {
    program,
    products: products.map(({ id }) => id),
    openScenarios: () => openScenarios(program.url, members, newest),
    withoutSignInLimits: <T>(work: () => Promise<T>) => withoutSignInLimits(shop, members, work),
  }
}

export async function setStock(shop: Shop, product: string, stock: number): Promise<void> {
  const row = await shop.db.selectFrom("products").select("stock").where("id", "=", product).executeTakeFirstOrThrow()
  const change = stock - row.stock
  if (change === 0) return
  await shop.transaction((tx) => recordStockMovements(tx, [{ variant: product, change, reason: "correction" }]))
}

/** Resets the limits every second: all sign-ins come from one address. */
async function withoutSignInLimits<T>({ limits }: Shop, members: readonly Member[], work: () => Promise<T>) {
  const forget = async () => {
    for (const address of ["127.0.0.1", "::1"]) await limits.reset(accountLimits.signInFromAddress, addressKey(address))
    for (const { email } of members) await limits.reset(accountLimits.signInOfAccount, accountKey(email))
  }
  const timer = setInterval(() => forget().catch(() => {}), 1_000)
  return work().finally(() => clearInterval(timer))
}
