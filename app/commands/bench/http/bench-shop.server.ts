import { accountLimits } from "~/domain/accounts/account-limits"
import { accountKey, addressKey } from "~/domain/accounts/rate-limit-keys.server"
import type { Member } from "~/domain/accounts/user"
import { findProduct } from "~/domain/catalog/products.server"
import { recordStockMovements } from "~/domain/inventory/stock.server"
import type { Shop } from "~/domain/shop"
import { fillCatalogue } from "../bench-databases.server"
import { stockOf } from "./mixed-load.server"
import { type Scenario, scenariosOf } from "./scenarios"
import { addMembers, receiveVisitors } from "./visitors.server"

/** How many products the shop has that is asked over HTTP. */
export const PRODUCTS = 10_000
const MEMBERS = 64
const LOOPBACK = ["127.0.0.1", "::1"]
const UNITS = 10_000

/** A shop with products and members. */
export interface BenchShop {
  /** The newest products' ids. */
  products: string[]
  /** What can be measured of it, once it runs at an address. */
  scenariosAt(url: string): Promise<Scenario[]>
  /** Does work during which sign-ins have no limit. */
  withoutSignInLimits<T>(work: () => Promise<T>): Promise<T>
}

export async function fillShop(shop: Shop, say: (line: string) => void): Promise<BenchShop> {
  await fillCatalogue(shop, PRODUCTS, say)
  const products = await newestProducts(shop)
  const [product = ""] = products
  await provideUnits(shop, product)
  const members = await addMembers(shop, MEMBERS, product)
  return {
    products,
    async scenariosAt(url) {
      return scenariosOf(await receiveVisitors(url, members, product), await findProduct(shop, product))
    },
    withoutSignInLimits: (work) => withoutSignInLimits(shop, members, work),
  }
}

/** How often sign-ins are forgotten, in milliseconds. */
const FORGIVING_INTERVAL = 1_000

/** Lets as many sign-ins succeed as the shop can take: all of them come from one address, and a few accounts. */
async function withoutSignInLimits<T>(
  { limits }: Shop,
  members: readonly Member[],
  work: () => Promise<T>,
): Promise<T> {
  const forgive = async () => {
    for (const address of LOOPBACK) await limits.reset(accountLimits.signInFromAddress, addressKey(address))
    for (const { email } of members) await limits.reset(accountLimits.signInOfAccount, accountKey(email))
  }
  const timer = setInterval(() => forgive().catch(() => {}), FORGIVING_INTERVAL)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** Everybody may have one in the cart, and confirm it. */
async function provideUnits(shop: Shop, product: string): Promise<void> {
  const change = UNITS - (await stockOf(shop, product))
  if (change !== 0)
    await shop.transaction((tx) => recordStockMovements(tx, [{ product, change, reason: "correction" }]))
}

async function newestProducts(shop: Shop): Promise<string[]> {
  const rows = await shop.db
    .selectFrom("products")
    .select("id")
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(12)
    .execute()
  return rows.map((row) => row.id)
}
