import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import { findProductOrNull } from "~/domain/catalog/find-product.server"
import { saveDiscount } from "~/domain/discounts/save-discount.server"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { orderName } from "~/domain/orders/order"
import type { Shop } from "~/domain/shop"
import { addProduct, stockOf } from "../shop/buyers.server"
import { anAdmin, PASSWORD } from "../shop/people.server"
import { writePicture } from "../shop/picture-file.server"
import { addProductWithOptions } from "../shop/product-with-options.server"
import { buy, signUp } from "../shop/test-orders.server"
import type { FormBrowser } from "./form-browser"
import {
  buyAndCancel,
  buyAsGuest,
  type DayStart,
  editProduct,
  returnAndReview,
  shipAndRefund,
  signIn,
  signOut,
} from "./shop-day"

interface Program {
  name: string
  /** The command that starts it */
  command: string
  /** A command that fails if something else is missing */
  needs?: string
  /** Whether a test finds its links and fields in a picture of the screen, for which it needs the processor alone */
  byMouse?: boolean
  open(url: string): Promise<FormBrowser>
}

/** A day in the shop with one browser: what counts is what the server has afterwards. */
export function testShopDay(
  here: () => { shop: Shop; url: string },
  { name, command, needs = "command -v script", byMouse = false, open }: Program,
): void {
  const installed = test.skipIf(!isInstalled(`command -v ${command}`, needs))
  const inShop = byMouse ? installed : installed.concurrent

  inShop(`${name}: a guest finds a product in sizes, changes the cart, enters a code and buys`, async () => {
    const { shop, start, email } = await prepare(here(), name, "guest")
    await withBrowser(open, start, (browser) => buyAsGuest(browser, start, email))
    const [order, ...others] = await ordersOf(shop, email)
    expect(others).toEqual([])
    expect(order).toMatchObject({ status: "Processing", discount_price: 1_500, lines: [[start.tray.id, 3]] })
    expect(await stockOf(shop, start.tray.id)).toBe(97)
  })

  inShop(`${name}: a member buys, cancels, returns, withdraws, reviews and signs out`, async () => {
    const { shop, start, email, admin } = await prepare(here(), name, "member")
    const member = await signUp(shop, email, "Ada Lovelace")
    const delivered = await deliver(shop, admin, member, start.tray.id)
    const other = await deliver(shop, admin, member, start.tray.id)
    await withBrowser(open, start, async (browser) => {
      await signIn(browser, start, email, PASSWORD)
      expect(await sessionsOf(shop, member.id)).toBe(1)
      await buyAndCancel(browser, start)
      expect(await readSavedCart(shop, member.id)).toEqual([])
      await returnAndReview(browser, start, { toReturn: delivered, toWithdraw: other })
      await signOut(browser, start)
    })
    const [cancelled] = (await ordersOf(shop, email)).filter(({ id }) => id !== delivered && id !== other)
    expect(cancelled).toMatchObject({ status: "Cancelled", lines: [[start.tray.id, 1]] })
    expect(await returnsOf(shop, [delivered, other])).toEqual([
      { order_id: delivered, kind: "return", quantity: 1 },
      { order_id: other, kind: "withdrawal", quantity: 1 },
    ])
    const reviews = await shop.db.selectFrom("reviews").selectAll().where("user_id", "=", member.id).execute()
    expect(reviews).toMatchObject([{ rating_halves: 8, comment: "Steady and well made", product_id: start.tray.id }])
    expect(await sessionsOf(shop, member.id)).toBe(0)
  })

  inShop(`${name}: staff edit a product with a picture, ship a ticked order and refund it`, async () => {
    const { shop, start, admin } = await prepare(here(), name, "staff")
    const folder = await mkdtemp(join(tmpdir(), "counter-picture-"))
    const orders = await twoOrders(shop, start, name)
    await withBrowser(open, start, async (browser) => {
      await signIn(browser, start, admin.email, PASSWORD)
      await editProduct(browser, start, await writePicture(folder))
      await shipAndRefund(browser, start, orders.ticked)
      await signOut(browser, start)
    })
    await rm(folder, { recursive: true })
    const product = await findProductOrNull(shop, start.tray.id)
    expect([product?.price, product?.pictures.length]).toEqual([5_500, 1])
    await expectShipped(shop, orders)
    expect(await sessionsOf(shop, admin.id)).toBe(0)
  })

  // A test finds nothing on a page that it has not coloured.
  if (byMouse) return
  inShop(`${name}: a form on a page of another site changes nothing`, async () => {
    const { shop, start, email } = await prepare(here(), name, "forged")
    const member = await signUp(shop, email, "Ada Lovelace")
    const site = await openOtherSite(`${start.url}/update`, { sent: "yes", name: "Mallory", email })
    await withBrowser(open, start, async (browser) => {
      await signIn(browser, start, email, PASSWORD)
      await browser.visit(site.url, "You have won")
      await browser.press("Take the prize", /was refused|Please send the form again/)
    }).finally(site.close)
    const users = shop.db.selectFrom("users").select("name").where("id", "=", member.id)
    expect(await users.executeTakeFirstOrThrow()).toEqual({ name: "Ada Lovelace" })
  })
}

/** A page of another host with a form that is sent to the shop */
async function openOtherSite(action: string, fields: Record<string, string>) {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
  const form = `<form action="${action}" method="post">${inputs.join("")}<button>Take the prize</button></form>`
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html")
    response.end(`<!doctype html><title>Prize</title><h1>You have won</h1>${form}`)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}

async function twoOrders(shop: Shop, { tray }: DayStart, name: string) {
  const email = `buyer-${name.replace(/\W/g, "-")}@shop.test`.toLowerCase()
  const member = await signUp(shop, email)
  const [id, unticked] = [await buy(shop, member, tray.id, 2), await buy(shop, member, tray.id)]
  const order = (await ordersOf(shop, email)).find((order) => order.id === id)
  return { email, ticked: { id, number: orderName(order?.number ?? 0) }, unticked }
}

async function expectShipped(shop: Shop, { email, ticked, unticked }: Awaited<ReturnType<typeof twoOrders>>) {
  const orders = await ordersOf(shop, email)
  expect(orders.find(({ id }) => id === ticked.id)).toMatchObject({ status: "Shipped", refunded_amount: 5_500 })
  expect(orders.find(({ id }) => id === unticked)).toMatchObject({ status: "Processing" })
}

async function prepare({ shop, url }: { shop: Shop; url: string }, program: string, task: string) {
  const own = `${program} ${task}`.replace(/[^\w ]/g, "")
  const admin = await anAdmin(shop, { email: `staff-${own.replaceAll(" ", "-")}@shop.test`.toLowerCase() })
  const tray = { id: await addProduct(shop, { name: `Oak tray ${own}`, stock: 100 }), name: `Oak tray ${own}` }
  const jacketName = `Chore Jacket ${own}`
  const { id } = await addProductWithOptions(shop, admin, { name: jacketName })
  const code = `SPRING${own.replaceAll(" ", "").toUpperCase()}`
  await saveDiscount(shop, admin, null, {
    ...{ name: `Spring ${own}`, code, kind: "percent", percent: 100_000, amount: null, categories: [], products: [] },
    ...{ goodsFrom: null, unitsFrom: null, zones: [], firstOrder: false, from: null, until: null },
    ...{ maxUses: null, maxUsesPerPerson: null },
  })
  const start: DayStart = { url, tray, jacket: { id, name: jacketName }, code }
  const email = `${own.replaceAll(" ", "-")}@shop.test`.toLowerCase()
  return { shop, start, email, admin }
}

async function withBrowser(
  open: Program["open"],
  { url }: DayStart,
  work: (browser: FormBrowser) => Promise<void>,
): Promise<void> {
  const browser = await open(url)
  try {
    await browser.shows("Skip to content")
    await work(browser)
  } finally {
    await browser.close()
  }
}

async function deliver(shop: Shop, admin: Awaited<ReturnType<typeof anAdmin>>, member: Member, product: string) {
  const id = await buy(shop, member, product)
  for (const status of ["Shipped", "Delivered"] as const) await advanceOrder(shop, admin, id, status)
  return id
}

async function ordersOf({ db }: Shop, email: string) {
  const orders = await db.selectFrom("orders").selectAll().where("user_email", "=", email).execute()
  return Promise.all(
    orders.map(async (order) => {
      const lines = await db.selectFrom("order_lines").selectAll().where("order_id", "=", order.id).execute()
      return { ...order, lines: lines.map(({ variant_id, quantity }) => [variant_id, quantity]) }
    }),
  )
}

function returnsOf({ db }: Shop, orders: string[]) {
  return db
    .selectFrom("returns")
    .innerJoin("return_lines", "return_id", "returns.id")
    .select(["order_id", "kind", "quantity"])
    .where("order_id", "in", orders)
    .orderBy("kind")
    .execute()
}

async function sessionsOf({ db }: Shop, userId: string): Promise<number> {
  return (await db.selectFrom("sessions").select("id").where("user_id", "=", userId).execute()).length
}

function isInstalled(...checks: string[]): boolean {
  try {
    execFileSync("sh", ["-c", checks.join(" && ")], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}
