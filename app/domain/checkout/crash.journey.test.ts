import { pino } from "pino"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { testKeys } from "~/adapters/testing/stripe-keys"
import { type StripeServer, startStripeServer } from "~/adapters/testing/stripe-server"
import type { Member } from "~/domain/accounts/actor"
import { saveDiscount } from "~/domain/discounts/save-discount.server"
import { type OpenShop, openShop } from "~/open-shop.server"
import { parseSettings } from "~/start/settings.server"
import { TestBrowser } from "~/testing/browser/test-browser.server"
import { newSessionCookie } from "~/testing/pages/session-cookie.server"
import { journeySecret } from "~/testing/processes/built-shop.server"
import { type Program, startProgram, untilReady } from "~/testing/processes/program.server"
import { sendPaidMessage } from "~/testing/processes/stripe-load.server"
import { addBuyers, addProduct, fillCart } from "~/testing/shop/buyers.server"
import { expectInvariants, stripeState } from "~/testing/shop/expect-invariants.server"
import { anAdmin } from "~/testing/shop/people.server"
import { clusterData } from "~db/embedded/cluster"
import { freePort } from "~db/embedded/port"
import { findPostmaster, kill } from "~db/embedded/postmaster"
import { createTestFolder, discardEmbeddedPostgres } from "~db/testing/test-folder"

const SHELVED = 5_000
const BUYERS = 12

let stripe: StripeServer
let folder: string
let environment: Record<string, string>
let url: string
let server: Program
let open: OpenShop
let networks = 0

beforeAll(async () => {
  stripe = await startStripeServer(testKeys)
  folder = createTestFolder()
  const port = await freePort()
  url = `http://localhost:${port}`
  environment = {
    PORT: String(port),
    DATA_DIR: folder,
    DEMO_CATALOGUE: "off",
    SESSION_SECRET: journeySecret,
    LOG_LEVEL: "silent",
    TRUST_PROXY: "1",
    STRIPE_SECRET_KEY: testKeys.secretKey,
    STRIPE_PUBLISHABLE_KEY: testKeys.publishableKey,
    STRIPE_WEBHOOK_SECRET: testKeys.webhookSecrets.join(","),
    STRIPE_API_BASE: stripe.url,
  }
  await startServer()
  open = await openShop(parseSettings(environment), { log: pino({ level: "silent" }) })
})
afterAll(async () => {
  await server?.end("SIGKILL")
  await open?.close()
  await discardEmbeddedPostgres(folder)
  await stripe?.close()
})

async function startServer() {
  server = startProgram(["build/server/server.js"], environment)
  await untilReady(url, server)
}

/** Kills the database's parent process: all of its children die with it. */
function killPostgres() {
  const postmaster = findPostmaster(clusterData(folder))
  if (postmaster) kill(postmaster.pid, "SIGKILL")
}

test("killing the process or the database at any time under load loses no money, unit or use of a discount", async () => {
  const { shop } = open
  const product = await addProduct(shop, { price: 5_000, stock: SHELVED })
  const discount = await addDiscount(product, 10_000)
  const buyers = await addBuyers(shop, BUYERS)
  const browsers = await Promise.all(buyers.map(signIn))
  const load = startLoad(buyers, browsers, product)

  await load.more()
  await server.end("SIGKILL")
  await startServer()
  await load.more()
  killPostgres()
  await load.more()
  killPostgres()
  await server.end("SIGKILL")
  await startServer()
  await load.more()
  const bought = await load.stop()

  const later = { ...shop, now: () => new Date(Date.now() + 16 * 60_000) }
  await expectInvariants(later, { shelved: { [product]: SHELVED }, gateway: stripeState(stripe) })
  const { orders } = await shop.db
    .selectFrom("orders")
    .select((order) => order.fn.countAll<number>().as("orders"))
    .executeTakeFirstOrThrow()
  expect(orders).toBe([...stripe.account.intents.values()].filter(({ status }) => status === "succeeded").length)
  expect(orders).toBeGreaterThanOrEqual(bought)
  expect(await usesOf(discount)).toBe(orders)
})

test("if the process dies during a call to Stripe, the next press continues its payment, with the last use of a discount", async () => {
  const { shop } = open
  const product = await addProduct(shop, { price: 5_000, stock: 1 })
  const discount = await addDiscount(product, 1)
  const [buyer] = await addBuyers(shop, 1)
  const browser = await signIn(buyer as Member)
  await confirmOne(browser, buyer as Member, product)
  stripe.faults.delay(/POST \/v1\/payment_intents$/, 5_000)
  const before = stripe.calls.length
  const lost = browser.post("/process/payment/secret", {}).catch(() => null)
  await vi.waitUntil(() => stripe.calls.slice(before).includes("POST /v1/payment_intents"), { timeout: 20_000 })
  await server.end("SIGKILL")
  await lost
  expect(await usesOf(discount)).toBe(1)
  await startServer()
  const answer = await browser.post("/process/payment/secret", {})
  expect(answer.status).toBe(200)
  stripe.faults.end()
  const { clientSecret } = await answer.json()
  const intents = [...stripe.account.intents.values()].filter((intent) => intent.metadata.userId === buyer?.id)
  expect(intents.map((intent) => intent.client_secret)).toEqual([clientSecret])
  const [intent] = intents
  stripe.cardholder.pay(intent?.id ?? "")
  const back = await browser.get(`/process/payment/return?payment_intent=${intent?.id}`)
  expect(back.headers.get("Location")).toContain("/success")
  const orders = shop.db
    .selectFrom("orders")
    .select("discount_price")
    .where("user_id", "=", buyer?.id ?? "")
  expect(await orders.execute()).toEqual([{ discount_price: 500 }])
  expect(await usesOf(discount)).toBe(1)
})

/** An automatic discount of ten percent, with a limit of uses */
async function addDiscount(product: string, maxUses: number): Promise<string> {
  return saveDiscount(open.shop, await anAdmin(open.shop), null, {
    ...{ name: "Spring", code: null, kind: "percent", percent: 100_000, amount: null, categories: [] },
    ...{ products: [product], goodsFrom: null, unitsFrom: null, zones: [], firstOrder: false },
    ...{ from: null, until: null, maxUses, maxUsesPerPerson: null },
  })
}

async function usesOf(discount: string): Promise<number> {
  const uses = open.shop.db.selectFrom("discount_uses").select("checkout_id").where("discount_id", "=", discount)
  return (await uses.execute()).length
}

/** Each buyer has a separate network, because one network may call the gateway 120 times a minute. */
async function signIn(member: Member): Promise<TestBrowser> {
  const browser = new TestBrowser(url, undefined, `192.0.2.${++networks}`)
  browser.keep(await newSessionCookie(open.shop, member))
  return browser
}

/** Everyone keeps buying, and retries failures as shoppers do. */
function startLoad(buyers: Member[], browsers: TestBrowser[], product: string) {
  let over = false
  let bought = 0
  const shoppers = browsers.map(async (browser, index) => {
    while (!over) {
      const done = await buyOnce(browser, buyers[index] as Member, product).catch(() => false)
      if (done) bought++
      else await sleep(100)
    }
  })
  return {
    /** Waits until so many more orders exist: the shop is then under full load, whatever happened before. */
    async more(orders = BUYERS) {
      const enough = bought + orders
      await vi.waitUntil(() => bought >= enough, { timeout: 90_000, interval: 20 })
    },
    async stop() {
      over = true
      await Promise.all(shoppers)
      return bought
    },
  }
}

/** Visits each page once; some shoppers pay and close the browser, and Stripe's message may be lost or come twice. */
async function buyOnce(browser: TestBrowser, member: Member, product: string): Promise<boolean> {
  if (!(await confirmOne(browser, member, product, 1 + Math.floor(Math.random() * 3)))) return false
  const { clientSecret = "" } = await (await browser.post("/process/payment/secret", {})).json()
  const [intentId = ""] = clientSecret.split("_secret_")
  stripe.cardholder.pay(intentId)
  for (let message = Math.floor(Math.random() * 3); message > 0; message--)
    await sendPaidMessage({ url, stripe }, intentId).catch(() => {})
  if (Math.random() < 0.3) return false
  const back = await browser.get(`/process/payment/return?payment_intent=${intentId}`)
  return back.headers.get("Location")?.startsWith("/success") ?? false
}

/** Goes as far as the payment page; returns false if the shop does not lead there. */
async function confirmOne(browser: TestBrowser, member: Member, product: string, quantity = 1): Promise<boolean> {
  await fillCart(open.shop, member, [{ variantId: product, quantity }])
  const page = await (await browser.get("/order/confirm")).text()
  const seen = [...page.matchAll(/name="(snapshot\.\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ])
  const confirmed = await browser.post("/order/confirm", Object.fromEntries(seen))
  return confirmed.headers.get("Location") === "/process/payment"
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
