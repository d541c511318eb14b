import { setTimeout as sleep } from "node:timers/promises"
import { vi } from "vitest"
import type { Member, Staff } from "~/domain/accounts/actor"
import type { Shop } from "~/domain/shop"
import { TestBrowser } from "../browser/test-browser.server"
import { formsOf } from "../pages/forms-of.server"
import { productPageOf } from "../pages/product-page.server"
import { newSessionCookie } from "../pages/session-cookie.server"
import { addBuyers, fillCart } from "../shop/buyers.server"

const CARD = { number: "4242 4242 4242 4242", expiry: "12/99", cvc: "123" }

/** A built shop at an address, and the same shop opened in the test */
interface AskedShop {
  shop: Shop
  url: string
}

/** @param address the client address that a proxy reports, if the shop trusts it */
export async function signedInAt(
  { shop, url }: AskedShop,
  user: Member | Staff,
  address?: string,
): Promise<TestBrowser> {
  const browser = new TestBrowser(url, undefined, address)
  browser.keep(await newSessionCookie(shop, user))
  return browser
}

/** Adds one unit to the cart and confirms the order; returns the `Location`. */
export async function confirmOne(
  shop: Shop,
  { browser, member }: { browser: TestBrowser; member: Member },
  product: string,
): Promise<string | null> {
  await fillCart(shop, member, [{ variantId: product, quantity: 1 }])
  return (await browser.post("/order/confirm", await fieldsOf(browser, "/order/confirm"))).headers.get("Location")
}

/** Pays; returns the order's id, or null if none was shown. */
export async function pay(browser: TestBrowser): Promise<string | null> {
  const fields = await fieldsOf(browser, "/process/payment")
  const paid = await browser.post("/process/payment", { ...fields, ...CARD })
  return /^\/success\?order=([0-9a-f]{24})$/.exec(paid.headers.get("Location") ?? "")?.[1] ?? null
}

async function fieldsOf(browser: TestBrowser, path: string): Promise<Record<string, string>> {
  const html = await (await browser.get(path)).text()
  return formsOf(html, path).find(({ method, action }) => method === "POST" && action === path)?.fields ?? {}
}

interface SaleLoad {
  buyers: Member[]
  /** Waits for this many more orders. */
  more(orders: number): Promise<void>
  /** The orders that buyers saw, the number of their payments, and all failures */
  stop(): Promise<{ orders: string[]; payments: number; failures: string[] }>
}

/** Runs buyers who buy one unit after the other, and visitors who browse; a failed step is tried again. */
export async function startSaleLoad(asked: AskedShop, product: string, count: number): Promise<SaleLoad> {
  const { shop, url } = asked
  const buyers = await addBuyers(shop, count)
  const orders: string[] = []
  const failures: string[] = []
  let payments = 0
  let isOver = false
  const repeat = async (browser: TestBrowser, work: () => Promise<unknown>) => {
    refuseFailures(browser)
    while (!isOver) {
      await work().catch((error: Error) => failures.push(`${error.message} ${error.cause ?? ""}`))
    }
  }
  const buying = buyers.map(async (member) => {
    const browser = await signedInAt(asked, member)
    await repeat(browser, async () => {
      if ((await confirmOne(shop, { browser, member }, product)) !== "/process/payment") return
      payments++
      const order = await pay(browser)
      if (order) orders.push(order)
    })
  })
  const looking = ["/products", await productPageOf(shop, product)].map((path) => {
    const browser = new TestBrowser(url)
    return repeat(browser, async () => {
      await (await browser.get(path)).text()
      await sleep(20)
    })
  })
  return {
    buyers,
    async more(count) {
      const enough = orders.length + count
      await vi.waitUntil(() => orders.length >= enough, { timeout: 60_000, interval: 20 })
    },
    async stop() {
      isOver = true
      await Promise.all([...buying, ...looking])
      return { orders, payments, failures }
    },
  }
}

function refuseFailures(browser: TestBrowser): void {
  const send = browser.send.bind(browser)
  browser.send = async (path, init) => {
    const answer = await send(path, init)
    if (answer.status >= 500)
      throw new Error(`${init.method ?? "GET"} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
}
