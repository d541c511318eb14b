import { accountLimits } from "~/domain/accounts/account-limits"
import type { Member } from "~/domain/accounts/actor"
import { accountKey, addressKey } from "~/domain/accounts/rate-limit-keys.server"
import { findProduct } from "~/domain/catalog/products.server"
import { recordStockMovements } from "~/domain/inventory/stock.server"
import type { Shop } from "~/domain/shop"
import { fillCatalogue } from "../bench-databases.server"
import { scenariosOf } from "./scenarios"
import { addMembers, receiveVisitors } from "./visitors.server"

export const PRODUCTS = 10_000
const MEMBERS = 64
/** Enough for every member to buy one */
const UNITS = 10_000

export async function fillShop(shop: Shop, say: (line: string) => void) {
  await fillCatalogue(shop, PRODUCTS, say)
  const products = await newestProducts(shop)
  const [product = ""] = products
  await setStock(shop, product, UNITS)
  const members = await addMembers(shop, 2 * MEMBERS, product)
  return {
    products,
    scenariosAt: async (url: string) =>
      scenariosOf(await receiveVisitors(url, members, product), await findProduct(shop, product)),
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
async function withoutSignInLimits<T>(
  { limits }: Shop,
  members: readonly Member[],
  work: () => Promise<T>,
): Promise<T> {
  const forget = async () => {
    for (const address of ["127.0.0.1", "::1"]) await limits.reset(accountLimits.signInFromAddress, addressKey(address))
    for (const { email } of members) await limits.reset(accountLimits.signInOfAccount, accountKey(email))
  }
  const timer = setInterval(() => forget().catch(() => {}), 1_000)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

async function newestProducts({ db }: Shop): Promise<string[]> {
  const active = db.selectFrom("products").select("id").where("deleted_at", "is", null)
  const rows = await active.orderBy("created_at", "desc").orderBy("id", "desc").limit(12).execute()
  return rows.map((row) => row.id)
}
