import { expect, test } from "vitest"
import { buy, openOrdersTest } from "~/testing/shop/test-orders.server"
import { advanceOrder } from "./advance-order.server"
import { cancelOrder } from "./cancellation/cancel-order.server"
import { findOrder } from "./orders.server"
import { setTrackingNumber } from "./set-tracking-number.server"
import { restoreOrder, softDeleteOrder } from "./soft-delete-order.server"

const here = openOrdersTest()

const mailsAbout = async (id: string) => {
  const rows = await here.shop.db.selectFrom("mails").select("kind").where("text_body", "like", `%${id}%`).execute()
  return rows.map((row) => row.kind).sort()
}

test("an order is confirmed, shipped and delivered, and its customer hears of each step once", async () => {
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

test("the mail about shipping tells the tracking number", async () => {
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

test("no step is skipped, repeated or taken back", async () => {
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

test("of two administrators who ship the same order at once, one does and the other is told", async () => {
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
      action: "order.advance",
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

test("a removed order is gone for everybody until it is restored", async () => {
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
