import { expect, test } from "vitest"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { payWithCard } from "~/domain/checkout/payment/checkout-payment.server"
import { orderIdOf } from "~/domain/checkout/payment/payment-outcome"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts, type SettingsFacts } from "~/domain/settings/settings"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import { goodCard } from "~/testing/shop/buyers.server"
import { buy, openOrdersTest, shelve } from "~/testing/shop/test-orders.server"
import { advanceOrder } from "./advance-order.server"
import { cancelOrder } from "./cancellation/cancel-order.server"
import { refundOrder } from "./cancellation/refund-order.server"
import { findOrder } from "./orders.server"
import { findPackChoices, listOrdersToPack } from "./packing/orders-to-pack.server"
import { PackFilter } from "./packing/packing-schemas"
import { shipOrders } from "./packing/ship-orders.server"
import { setTrackingNumber } from "./set-tracking-number.server"
import { restoreOrder, softDeleteOrder } from "./soft-delete-order.server"

const here = openOrdersTest()

async function say(facts: Partial<SettingsFacts>) {
  const { version } = await readNewestSettings(here.shop)
  await changeSettings(here.shop, here.admin, { snapshot: version, facts: { ...emptyFacts, ...facts } })
  await here.shop.settings.renew()
}

const mailsAbout = async (id: string) => {
  const rows = await here.shop.db.selectFrom("mails").select("kind").where("text_body", "like", `%${id}%`).execute()
  return rows.map((row) => row.kind).sort()
}

test("an order is confirmed, shipped and delivered, and its customer is notified of each step once", async () => {
  const { shop, ada, mug, admin } = here
  const id = await buy(shop, ada, mug)
  await advanceOrder(shop, admin, id, "Shipped", { tracking: "TRACK-1" })
  await advanceOrder(shop, admin, id, "Delivered")
  const order = await findOrder(shop, ada, id)
  expect(order).toMatchObject({ status: "Delivered", trackingNumber: "TRACK-1" })
  expect(order.shippedAt).toBeInstanceOf(Date)
  expect(order.deliveredAt).toBeInstanceOf(Date)
  expect(await mailsAbout(id)).toEqual(["order-confirmed", "order-delivered", "order-shipped"])
})

test("the mail about shipping has the tracking number", async () => {
  const { shop, ada, mug, admin } = here
  const id = await buy(shop, ada, mug)
  await setTrackingNumber(shop, admin, id, { tracking: "PARCEL 42", carrier: "" })
  await advanceOrder(shop, admin, id, "Shipped")
  const mail = await shop.db
    .selectFrom("mails")
    .select("text_body")
    .where("dedupe_key", "=", `order-shipped-${id}`)
    .executeTakeFirstOrThrow()
  expect(mail.text_body).toContain("Its tracking number is PARCEL 42.")
})

test("the mails about an order for collection say where and when, and do not mention a parcel", async () => {
  const { shop, ada, mug, admin } = here
  const { id: checkout } = await startCheckout(shop, ada, [{ variantId: mug, quantity: 1 }], null)
  const pickup = { address: "2 Market Square\nSpringfield", hours: "Mon to Fri, 9 to 5" }
  const shipping_method = JSON.stringify({ id: "shop", name: "Collect", zone: "us", days: null, pickup })
  await shop.db.updateTable("checkouts").set({ shipping_method }).where("id", "=", checkout).execute()
  const id = orderIdOf(await payWithCard(shop, ada, goodCard)) ?? ""
  await advanceOrder(shop, admin, id, "Shipped")
  await advanceOrder(shop, admin, id, "Delivered")
  const mails = shop.db
    .selectFrom("mails")
    .select(["subject", "text_body"])
    .where("dedupe_key", "like", `order-%-${id}`)
  const texts = (await mails.execute()).map(({ subject, text_body }) => `${subject} ${text_body}`.replace(/\s+/g, " "))
  const place = "2 Market Square, Springfield, Mon to Fri, 9 to 5."
  const about = (words: RegExp) => texts.filter((text) => words.test(text))
  expect(about(/when you can collect it\..*Collect it at: /)).toEqual([expect.stringContaining(place)])
  expect(about(/is ready to collect .*You can collect your order at: /)).toEqual([expect.stringContaining(place)])
  expect(about(/was collected .*You have collected your order/)).toHaveLength(1)
  expect(texts).toHaveLength(3)
  for (const text of texts) expect(text).not.toMatch(/sent to|ships|shipped|on its way|1 Main Street/)
})

test("no step can be skipped, repeated or undone", async () => {
  const { shop, ada, mug, admin } = here
  const id = await buy(shop, ada, mug)
  await expect(advanceOrder(shop, admin, id, "Delivered")).rejects.toThrow(
    "This order is Processing: its next step is Shipped",
  )
  await advanceOrder(shop, admin, id, "Shipped")
  await expect(advanceOrder(shop, admin, id, "Shipped")).rejects.toThrow("This order is already Shipped")
  await expect(advanceOrder(shop, admin, id, "Processing")).rejects.toThrow("its next step is Delivered")
  await advanceOrder(shop, admin, id, "Delivered")
  await expect(advanceOrder(shop, admin, id, "Delivered")).rejects.toThrow("You have already delivered this order")
  await expect(advanceOrder(shop, admin, id, "Shipped")).rejects.toThrow("You have already delivered this order")
})

test("of two administrators who ship the same order concurrently, one succeeds and the other is told", async () => {
  const { shop, ada, mug, admin, other } = here
  for (let round = 0; round < 5; round++) {
    const id = await buy(shop, ada, mug)
    const tries = await Promise.allSettled([
      advanceOrder(shop, admin, id, "Shipped"),
      advanceOrder(shop, other, id, "Shipped"),
    ])
    expect(tries.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"])
    expect((await mailsAbout(id)).filter((kind) => kind === "order-shipped")).toHaveLength(1)
    const entries = await shop.db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).execute()
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      action: "order.shipped",
      before: { status: "Processing", trackingNumber: null },
      after: { status: "Shipped", trackingNumber: null },
    })
  }
})

test("an order is either shipped or cancelled, never both", async () => {
  const { shop, ada, mug, admin } = here
  for (let round = 0; round < 5; round++) {
    const id = await buy(shop, ada, mug)
    const [ship, cancel] = await Promise.allSettled([
      advanceOrder(shop, admin, id, "Shipped"),
      cancelOrder(shop, ada, id),
    ])
    const order = await findOrder(shop, ada, id)
    expect([ship.status, cancel.status].sort()).toEqual(["fulfilled", "rejected"])
    expect(order.status).toBe(ship.status === "fulfilled" ? "Shipped" : "Cancelled")
    expect(order.refunded).toBe(ship.status === "fulfilled" ? 0 : order.totals.total)
  }
})

test("a deleted order disappears for everyone until it is restored", async () => {
  const { shop, ada, mug, admin, other } = here
  const id = await buy(shop, ada, mug)
  await softDeleteOrder(shop, admin, id)
  await expect(findOrder(shop, ada, id)).rejects.toThrow("No order found")
  await expect(findOrder(shop, admin, id)).rejects.toThrow("No order found")
  await expect(advanceOrder(shop, admin, id, "Shipped")).rejects.toThrow("No order found")
  await expect(softDeleteOrder(shop, other, id)).rejects.toThrow("No order found")
  await restoreOrder(shop, other, id)
  await expect(restoreOrder(shop, admin, id)).rejects.toThrow("No order found")
  expect((await findOrder(shop, ada, id)).status).toBe("Processing")
})

test("a parcel links to its carrier in the mail and on the order, whatever its number contains", async () => {
  const { shop, ada, mug, admin } = here
  await say({ carriers: "Post: https://post.example/?id={number}&lang=en" })
  const id = await buy(shop, ada, mug)
  const wrong = advanceOrder(shop, admin, id, "Shipped", { tracking: "A", carrier: "Pigeon" })
  await expect(wrong).rejects.toMatchObject({ kind: "invalid", field: "carrier" })
  await advanceOrder(shop, admin, id, "Shipped", { tracking: "A&B $& 1/2", carrier: "Post" })
  const url = "https://post.example/?id=A%26B%20%24%26%201%2F2&lang=en"
  expect(await findOrder(shop, ada, id)).toMatchObject({ carrier: "Post", trackingUrl: url })
  const { text_body: text, html_body: html } = await shop.db
    .selectFrom("mails")
    .select(["text_body", "html_body"])
    .where("dedupe_key", "=", `order-shipped-${id}`)
    .executeTakeFirstOrThrow()
  expect(text).toContain("Post delivers it. Its tracking number is A&B $& 1/2.")
  expect(text).toContain(`Follow your parcel Post\n  ${url}`)
  expect(html).toContain(`<a href="${url.replace("&lang", "&amp;lang")}"`)

  await say({ carriers: "" })
  expect(await findOrder(shop, ada, id)).toMatchObject({ carrier: "Post", trackingUrl: null })
  await setTrackingNumber(shop, admin, id, { tracking: "C", carrier: "Post" })
  expect(await findOrder(shop, ada, id)).toMatchObject({ carrier: "Post", trackingNumber: "C" })
})

test("paid orders that are not sent yet wait to be packed, oldest first, with units, weight and place", async () => {
  const { shop, ada, admin, clock } = here
  const cup = await shelve(shop, admin, { name: "Cup", stock: 50 })
  await shop.db.updateTable("variants").set({ weight_grams: 400 }).where("id", "=", cup).execute()
  const buyAt = async (minutes: number, product: string, quantity: number) => {
    clock.advance({ minutes })
    return buy(shop, ada, product, quantity)
  }
  const first = await buyAt(1, cup, 3)
  const second = await buyAt(1, here.mug, 1)
  const [line] = (await findOrder(shop, admin, first)).lines
  await refundOrder(shop, admin, first, { units: [{ line: line?.id ?? "", quantity: 1 }], restock: true })
  const refunded = await buyAt(1, cup, 1)
  await refundOrder(shop, admin, refunded, {
    units: [{ line: (await findOrder(shop, admin, refunded)).lines[0]?.id ?? "", quantity: 1 }],
    restock: true,
  })
  const cancelled = await buyAt(1, cup, 1)
  await cancelOrder(shop, ada, cancelled)
  const list = async (filter: object) => {
    const found = await listOrdersToPack(shop, admin, PackFilter.parse(filter))
    return found.orders.filter(({ id }) => [first, second, refunded, cancelled].includes(id))
  }
  const waiting = await list({})
  expect(waiting.map(({ id }) => id)).toEqual([first, second])
  expect(waiting[0]).toMatchObject({ quantity: 2, lines: [{ name: "Cup", quantity: 2 }], grams: 800, unweighed: 0 })
  expect(waiting[1]).toMatchObject({ grams: 0, unweighed: 1 })
  const { countries, methods } = await findPackChoices(shop, admin)
  const code = countries.find(({ label }) => label === waiting[0]?.country)?.value ?? ""
  expect((await list({ sort: "-date", country: code, method: methods[0] ?? "" })).map(({ id }) => id)).toEqual([
    second,
    first,
  ])
  expect(await list({ country: "AQ" })).toEqual([])
  await advanceOrder(shop, admin, first, "Shipped")
  expect((await list({})).map(({ id }) => id)).toEqual([second])
})

test("many orders are shipped together like one at a time; if one cannot be, none is, and its row says why", async () => {
  const { shop, ada, mug, admin, other } = here
  const ids = [await buy(shop, ada, mug), await buy(shop, ada, mug), await buy(shop, ada, mug)]
  await cancelOrder(shop, ada, ids[1] ?? "")
  const rows = ids.map((id, row) => ({ id, row, tracking: `PARCEL ${row}`, carrier: "" }))
  const { number } = await findOrder(shop, ada, ids[1] ?? "")
  const gone = { ...rows[0], id: "0123456789abcdef01234567", row: 7 } as (typeof rows)[number]
  await expect(shop.transaction((tx) => shipOrders(tx, admin, [...rows, gone]))).rejects.toMatchObject({
    kind: "conflict",
    messages: { "orders[1].ship": `#${number}: This order was cancelled`, "orders[7].ship": "No order found" },
  })
  const statuses = async () => Promise.all(ids.map(async (id) => (await findOrder(shop, ada, id)).status))
  expect(await statuses()).toEqual(["Processing", "Cancelled", "Processing"])

  const good = rows.filter(({ row }) => row !== 1)
  const both = await Promise.allSettled([
    shop.transaction((tx) => shipOrders(tx, admin, good)),
    shop.transaction((tx) => shipOrders(tx, other, good.toReversed())),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  expect(await statuses()).toEqual(["Shipped", "Cancelled", "Shipped"])
  for (const { id, tracking } of good) {
    expect(await mailsAbout(id)).toEqual(["order-confirmed", "order-shipped"])
    const entries = await shop.db
      .selectFrom("audit_log")
      .select(["action", "after"])
      .where("subject_id", "=", id)
      .execute()
    expect(entries).toEqual([
      { action: "order.shipped", after: { status: "Shipped", trackingNumber: tracking, carrier: null } },
    ])
  }
})
