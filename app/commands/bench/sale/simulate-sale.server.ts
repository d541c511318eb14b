import { setTimeout as sleep } from "node:timers/promises"
import { median } from "../median"
import { SaleClient } from "./client.server"
import type { SaleResult } from "./run-sale.server"

interface Sale {
  urls: readonly string[]
  product: string
  /** Of the buyers, each of whom has the product in the cart. */
  cookies: readonly string[]
  visitors: number
}

type Seen = Pick<SaleResult, "orders" | "ordersPerSecond" | "pagesPerSecond" | "bought" | "page" | "refusals">

/** Visitors come so much earlier than the sale begins, in milliseconds. */
const OPENS_AFTER = 3_000
/** So many strangers look at a time. */
const STRANGERS_AT_ONCE = 32
/** After so long nothing new is begun, in milliseconds. */
const LONGEST = 180_000
const CARD = { number: "4242424242424242", expiry: "12/99", cvc: "123" }

/** Visitors look at the list and at the product, one after the other; then the sale opens, and all buyers press at once. */
export async function simulateSale({ urls, product, cookies, visitors }: Sale): Promise<Seen> {
  const end = performance.now() + LONGEST
  const pages: number[] = []
  const bought: number[] = []
  const refusals: Record<string, number> = {}
  let pagesByThen = 0
  let next = 0
  const refuse = (kind: string) => {
    refusals[kind] = (refusals[kind] ?? 0) + 1
  }

  const looking = Array.from({ length: Math.min(STRANGERS_AT_ONCE, visitors) }, async () => {
    while (next < visitors && performance.now() < end) {
      const client = new SaleClient(urls, { "X-Forwarded-For": addressOf(100_000 + next++) })
      for (const path of ["/products", `/product/${product}/sale-lamp`]) {
        const { status, milliseconds } = await client.get(path).catch(() => ({ status: 0, milliseconds: 0 }))
        if (status === 200) pages.push(milliseconds)
        else refuse(`page answered with ${status}`)
      }
    }
  })
  await sleep(OPENS_AFTER)
  const opened = performance.now()
  let lastOrderAt = opened
  const pagesBefore = pages.length
  const buying = cookies.map(async (cookie, index) => {
    const client = new SaleClient(urls, { Cookie: cookie, "X-Forwarded-For": addressOf(index) })
    const pressed = performance.now()
    const refusal = await buy(client).catch((error: Error) => error.message)
    if (refusal !== null) return refuse(refusal)
    lastOrderAt = performance.now()
    pagesByThen = pages.length
    bought.push(lastOrderAt - pressed)
  })
  await Promise.all([...buying, ...looking])
  const seconds = Math.max(lastOrderAt - opened, 1) / 1000
  return {
    orders: bought.length,
    ordersPerSecond: bought.length / seconds,
    pagesPerSecond: Math.max(0, pagesByThen - pagesBefore) / seconds,
    bought: timesOf(bought),
    page: timesOf(pages),
    refusals,
  }
}

/** From the confirmation to the order; null when there is one, or why there is none. */
async function buy(client: SaleClient): Promise<string | null> {
  const offer = await client.get("/order/confirm")
  if (offer.status !== 200) return refusalOf("the confirmation", offer)
  const confirmed = await client.post("/order/confirm", hiddenFields(offer.text))
  if (confirmed.location !== "/process/payment") return refusalOf("confirming", confirmed)
  const form = await client.get("/process/payment")
  const paid = await client.post("/process/payment", { ...hiddenFields(form.text), ...CARD })
  return paid.location.startsWith("/success") ? null : refusalOf("paying", paid)
}

function refusalOf(step: string, { status, location, text }: { status: number; location: string; text: string }) {
  if (location === "/cart" || /out of stock|is left|no longer/i.test(text)) return "sold out"
  return `${step} answered with ${status}${location && ` to ${location}`}`
}

function hiddenFields(page: string): Record<string, string> {
  const fields = page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name = "", value = ""]) => [name, value]))
}

/** Every shopper has an address of their own. */
function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}

function timesOf(times: number[]): { p50: number; p95: number } {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
  return { p50: Math.round(times.length > 0 ? median(times) : 0), p95: at(0.95) }
}
