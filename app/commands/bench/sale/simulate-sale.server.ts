import { setTimeout as sleep } from "node:timers/promises"
import { ascending, quantile } from "../figures"
import { hiddenFields } from "../http/visitors.server"

interface Sale {
  urls: readonly string[]
  product: string
  /** Of buyers with the product in the cart */
  cookies: readonly string[]
  visitors: number
}

/** Milliseconds of visits before the sale opens */
const OPENS_AFTER = 3_000
const STRANGERS_AT_ONCE = 32
/** Milliseconds after which nothing new is started */
const LONGEST = 180_000
const CARD = { number: "4242424242424242", expiry: "12/99", cvc: "123" }

export async function simulateSale({ urls, product, cookies, visitors }: Sale) {
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
      const client = clientOf(urls, { "X-Forwarded-For": addressOf(100_000 + next++) })
      for (const path of ["/products", `/product/${product}/sale-lamp`]) {
        const { status, milliseconds } = await client(path).catch(() => ({ status: 0, milliseconds: 0 }))
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
    const client = clientOf(urls, { Cookie: cookie, "X-Forwarded-For": addressOf(index) })
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
    /** From the first click to the last order */
    ordersPerSecond: bought.length / seconds,
    pagesPerSecond: Math.max(0, pagesByThen - pagesBefore) / seconds,
    /** From the confirmation to the order */
    bought: timesOf(bought),
    page: timesOf(pages),
    refusals,
  }
}

/** Returns why there is no order, or null. */
async function buy(client: SaleClient): Promise<string | null> {
  const offer = await client("/order/confirm")
  if (offer.status !== 200) return refusalOf("the confirmation", offer)
  const confirmed = await client("/order/confirm", hiddenFields(offer.text))
  if (confirmed.location !== "/process/payment") return refusalOf("confirming", confirmed)
  const form = await client("/process/payment")
  const paid = await client("/process/payment", { ...hiddenFields(form.text), ...CARD })
  return paid.location.startsWith("/success") ? null : refusalOf("paying", paid)
}

function refusalOf(step: string, { status, location, text }: { status: number; location: string; text: string }) {
  if (location === "/cart" || /out of stock|is left|no longer/i.test(text)) return "sold out"
  return `${step} answered with ${status}${location && ` to ${location}`}`
}

type SaleClient = ReturnType<typeof clientOf>
let turn = 0

/** Alternates between the shop's processes, with a timeout of 30 seconds. */
function clientOf(urls: readonly string[], headers: Record<string, string>) {
  return async (path: string, fields?: Record<string, string>) => {
    const began = performance.now()
    const response = await fetch(new URL(path, urls[turn++ % urls.length]), {
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
      headers: { Accept: "text/html", ...headers },
      signal: AbortSignal.timeout(30_000),
      redirect: "manual",
    })
    const text = await response.text()
    const location = response.headers.get("Location") ?? ""
    return { status: response.status, location, text, milliseconds: performance.now() - began }
  }
}

/** Gives every shopper an address, because limits count by address. */
function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}

function timesOf(times: readonly number[]) {
  const sorted = ascending(times)
  return { p50: Math.round(quantile(sorted, 0.5)), p95: Math.round(quantile(sorted, 0.95)) }
}
