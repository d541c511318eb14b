import { createHmac } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { vi } from "vitest"
import { testKeys } from "~/adapters/testing/stripe-keys"
import type { StripeServer } from "~/adapters/testing/stripe-server"
import type { Member, Staff } from "~/domain/accounts/actor"
import { centsToText } from "~/domain/money/format-money"
import type { Shop } from "~/domain/shop"
import type { TestBrowser } from "../browser/test-browser.server"
import { confirmOne, signedInAt } from "./sale-load.server"

interface AskedShop {
  shop: Shop
  url: string
  stripe: StripeServer
}

export interface StripeLoad {
  /** Orders whose buyers saw that they are placed */
  readonly orders: string[]
  /** Their payments, by order */
  readonly intents: ReadonlyMap<string, string>
  /** Those whose buyers saw that they are cancelled */
  readonly cancelled: string[]
  /** Those whose refund in part staff saw */
  readonly refunded: string[]
  /** Waits for so many more orders. */
  more(orders: number): Promise<void>
  stop(): Promise<void>
}

const SHARE_CANCELLED = 0.2
const SHARE_REFUNDED = 0.2
const SHARE_LEFT = 0.3
/** Cents that staff refund */
export const PARTIAL_REFUND = 50

interface LoadOptions {
  buyers: Member[]
  product: string
  /** Milliseconds between the purchases of a buyer: within a minute's limits at 6,000 */
  rest?: number
  /** Refunds a part of some orders that are not cancelled. */
  staff?: Staff
}

/**
 * Runs buyers who pay with Stripe again and again: some cancel, some pay and close the browser, and Stripe's message
 * may be lost or come twice. Failures are retried, as shoppers do.
 */
export async function startStripeLoad(
  asked: AskedShop,
  { buyers, product, rest = 0, staff }: LoadOptions,
): Promise<StripeLoad> {
  const orders: string[] = []
  const cancelled: string[] = []
  const refunded: string[] = []
  const office = staff && (await signedInAt(asked, staff))
  const intents = new Map<string, string>()
  let isOver = false
  /** Opens the page that a buyer sees after paying; returns the order that it shows. */
  const seeOrder = async (browser: TestBrowser, path: string, intent: string): Promise<string | null> => {
    const page = await browser.get(path)
    const order = /^\/success\?order=([0-9a-f]{24})/.exec(page.headers.get("Location") ?? "")?.[1]
    if (!order || intents.has(order)) return null
    orders.push(order)
    intents.set(order, intent)
    return order
  }
  const buyer = (browser: TestBrowser, member: Member) => {
    let lastIntent = ""
    return async (): Promise<boolean> => {
      if ((await confirmOne(asked.shop, { browser, member }, product)) !== "/process/payment") return false
      const { clientSecret } = await (await browser.post("/process/payment/secret", {})).json()
      // A payment whose page was closed may still be unfinished.
      if (!clientSecret) return (await seeOrder(browser, "/process/payment", lastIntent)) !== null
      const [intent = ""] = clientSecret.split("_secret_")
      lastIntent = intent
      asked.stripe.cardholder.pay(intent)
      for (let message = Math.floor(Math.random() * 3); message > 0; message--)
        await sendPaidMessage(asked, intent).catch(() => {})
      if (Math.random() < SHARE_LEFT) return true
      const order = await seeOrder(browser, `/process/payment/return?payment_intent=${intent}`, intent)
      if (!order) return false
      if (Math.random() < SHARE_CANCELLED) {
        const answer = await browser.post(`/order/${order}/cancel`, {})
        if (answer.status === 303) cancelled.push(order)
      } else if (office && Math.random() < SHARE_REFUNDED) {
        const answer = await office.post(`/admin/order/${order}/refund`, {
          amount: centsToText(PARTIAL_REFUND),
          snapshot: "0",
        })
        if (answer.status === 303) refunded.push(order)
      }
      return true
    }
  }
  const buying = buyers.map(async (member, number) => {
    const browser = await signedInAt(asked, member, `192.0.2.${number + 1}`)
    const buyOnce = buyer(browser, member)
    if (rest) await sleep(rest * Math.random())
    while (!isOver) await sleep((await buyOnce().catch(() => false)) ? rest : 100)
  })
  return {
    orders,
    cancelled,
    refunded,
    intents,
    async more(count) {
      const enough = orders.length + count
      await vi.waitUntil(() => orders.length >= enough, { timeout: 60_000, interval: 20 })
    },
    async stop() {
      isOver = true
      await Promise.all(buying)
    },
  }
}

/** Sends Stripe's message that an intent was paid. */
export async function sendPaidMessage(
  { url, stripe }: Pick<AskedShop, "url" | "stripe">,
  intent: string,
): Promise<void> {
  const text = JSON.stringify({ type: "payment_intent.succeeded", data: { object: stripe.account.intent(intent) } })
  const time = Math.floor(Date.now() / 1000)
  const signed = createHmac("sha256", testKeys.webhookSecrets[0] ?? "")
    .update(`${time}.${text}`)
    .digest("hex")
  await fetch(`${url}/api/v1/stripe/webhook`, {
    method: "POST",
    body: text,
    headers: { "Stripe-Signature": `t=${time},v1=${signed}` },
  })
}
