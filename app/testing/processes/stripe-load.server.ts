import { createHmac } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { vi } from "vitest"
import { testKeys } from "~/adapters/testing/stripe-keys"
import type { StripeServer } from "~/adapters/testing/stripe-server"
import type { Member } from "~/domain/accounts/actor"
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
  /** Those whose buyers saw that they are cancelled */
  readonly cancelled: string[]
  /** Waits for so many more orders. */
  more(orders: number): Promise<void>
  stop(): Promise<void>
}

const SHARE_CANCELLED = 0.2
const SHARE_LEFT = 0.3

/**
 * Runs buyers who pay with Stripe again and again: some cancel, some pay and close the browser, and Stripe's message
 * may be lost or come twice. Failures are retried, as shoppers do.
 */
export async function startStripeLoad(asked: AskedShop, buyers: Member[], product: string): Promise<StripeLoad> {
  const orders: string[] = []
  const cancelled: string[] = []
  let isOver = false
  const buyOnce = async (browser: TestBrowser, member: Member) => {
    if ((await confirmOne(asked.shop, { browser, member }, product)) !== "/process/payment") return false
    const { clientSecret = "" } = await (await browser.post("/process/payment/secret", {})).json()
    const [intent = ""] = clientSecret.split("_secret_")
    asked.stripe.cardholder.pay(intent)
    for (let message = Math.floor(Math.random() * 3); message > 0; message--)
      await sendPaidMessage(asked, intent).catch(() => {})
    if (Math.random() < SHARE_LEFT) return true
    const back = await browser.get(`/process/payment/return?payment_intent=${intent}`)
    const order = /^\/success\?order=([0-9a-f]{24})/.exec(back.headers.get("Location") ?? "")?.[1]
    if (!order) return false
    orders.push(order)
    if (Math.random() >= SHARE_CANCELLED) return true
    const answer = await browser.post(`/order/${order}/cancel`, {})
    if (answer.status === 302) cancelled.push(order)
    return true
  }
  const buying = buyers.map(async (member) => {
    const browser = await signedInAt(asked, member)
    while (!isOver) if (!(await buyOnce(browser, member).catch(() => false))) await sleep(100)
  })
  return {
    orders,
    cancelled,
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
