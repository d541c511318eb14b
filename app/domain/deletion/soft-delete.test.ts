import { sql } from "kysely"
import { expect, test } from "vitest"
import { requireMember } from "~/domain/accounts/actor"
import { updateShippingInfo } from "~/domain/accounts/profile.server"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { findProduct } from "~/domain/catalog/find-product.server"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { startCustomerImport } from "~/domain/customers/import/customer-imports.server"
import { previewCustomers } from "~/domain/customers/import/preview-import.server"
import { runCustomerImport } from "~/domain/customers/import/run-import.server"
import { AuditFilter } from "~/domain/dashboard/audit-filter"
import { listAudit } from "~/domain/dashboard/audit-list.server"
import { findOrder } from "~/domain/orders/orders.server"
import { softDeleteOrder } from "~/domain/orders/soft-delete-order.server"
import { findReviewRow } from "~/domain/reviews/review-table.server"
import { leaveReview, softDeleteReview } from "~/domain/reviews/reviews.server"
import { findUser, softDeleteUser } from "~/domain/staff/users/users.server"
import { testAddress } from "~/testing/shop/buyers.server"
import { buy, openOrdersTest, shelve, signUp } from "~/testing/shop/test-orders.server"
import type { DeletableKind } from "./deleted-record"
import { purgeDeleted } from "./purge-deleted.server"
import { restoreDeleted } from "./restore-deleted.server"

const here = openOrdersTest()

const undoables = async (subject: string) => {
  const { lines } = await listAudit(here.shop, here.admin, AuditFilter.parse({ subject }))
  return lines.map((line) => [line.action, line.undoable])
}
const exists = async (table: "products" | "users" | "orders" | "reviews", id: string) =>
  (await here.shop.db.selectFrom(table).select("id").where("id", "=", id).executeTakeFirst()) !== undefined
const review = async (product: string, member = here.ada) => {
  await leaveReview(here.shop, member, { productId: product, rating: 4, comment: "Nice" })
  const rows = here.shop.db.selectFrom("reviews").select("id").where("product_id", "=", product)
  return (await rows.executeTakeFirstOrThrow()).id
}

test("each kind of deletion can be undone once, from the audit log too", async () => {
  const { shop, admin, ada } = here
  const mug = await shelve(shop, admin)
  const eve = await signUp(shop, "eve@shop.test", "Eve")
  const order = await buy(shop, ada, mug)
  const reviewId = await review(mug)
  const removals: [DeletableKind, string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ["order", order, () => softDeleteOrder(shop, admin, order), () => findOrder(shop, admin, order)],
    ["review", reviewId, () => softDeleteReview(shop, admin, { reviewId }), () => findReviewRow(shop, admin, reviewId)],
    ["user", eve.id, () => softDeleteUser(shop, admin, eve.id), () => findUser(shop, admin, eve.id)],
    ["product", mug, () => softDeleteProduct(shop, admin, mug), () => findProduct(shop, mug)],
  ]
  for (const [kind, id, remove, find] of removals) {
    await remove()
    await expect(find()).rejects.toThrow("found")
    expect((await undoables(id))[0]).toEqual([`${kind}.deleted`, true])
    await restoreDeleted(shop, admin, { kind, id })
    await find()
    expect((await undoables(id)).slice(0, 2)).toEqual([
      [`${kind}.restored`, false],
      [`${kind}.deleted`, false],
    ])
    await expect(restoreDeleted(shop, admin, { kind, id })).rejects.toThrow()
  }
})

test("after thirty days nothing can be undone, and records that no order needs are purged", async () => {
  const { shop, clock, admin, ada } = here
  const [sold, unsold, held] = [await shelve(shop, admin), await shelve(shop, admin), await shelve(shop, admin)]
  const order = await buy(shop, ada, sold)
  await startCheckout(shop, ada, [{ variantId: held, quantity: 1 }], null)
  const customer = await signUp(shop, "customer@shop.test")
  const visitor = await signUp(shop, "visitor@shop.test")
  const kept = await buy(shop, customer, sold)
  const reviewId = await review(unsold, ada)
  const other = await review(sold, ada)
  for (const id of [sold, unsold, held]) await softDeleteProduct(shop, admin, id)
  for (const { id } of [customer, visitor]) await softDeleteUser(shop, admin, id)
  await softDeleteOrder(shop, admin, order)
  await restoreDeleted(shop, admin, { kind: "product", id: sold })
  await softDeleteReview(shop, admin, { reviewId: other })
  await softDeleteProduct(shop, admin, sold)

  clock.advance({ days: 29 })
  await purgeDeleted(shop)
  for (const id of [sold, unsold, held]) expect(await exists("products", id)).toBe(true)

  clock.advance({ days: 2 })
  for (const [kind, id] of [
    ["product", sold],
    ["order", order],
    ["user", visitor.id],
  ] as const) {
    await expect(restoreDeleted(shop, admin, { kind, id })).rejects.toThrow("This can no longer be undone")
    expect((await undoables(id))[0]?.[1]).toBe(false)
  }
  await Promise.all([purgeDeleted(shop), purgeDeleted(shop)])
  expect(await exists("products", unsold)).toBe(false)
  expect(await exists("reviews", reviewId)).toBe(false)
  expect(await exists("reviews", other)).toBe(false)
  expect(await exists("users", visitor.id)).toBe(false)

  expect(await exists("products", sold)).toBe(true)
  expect(await exists("products", held)).toBe(true)
  expect(await exists("orders", order)).toBe(true)
  expect(await exists("users", customer.id)).toBe(true)
  expect((await findOrder(shop, admin, kept)).lines).toMatchObject([{ variantId: sold, name: "Mug", onSale: false }])
  const emptied = shop.db.selectFrom("users").select(["password_hash", "shipping_info"]).where("id", "=", customer.id)
  expect(await emptied.executeTakeFirst()).toEqual({ password_hash: "", shipping_info: null })

  const { lines } = await listAudit(shop, admin, AuditFilter.parse({ person: "jobs" }))
  expect(
    lines
      .filter(({ action }) => action === "user.purged")
      .map(({ subjectId }) => subjectId)
      .sort(),
  ).toEqual([customer.id, visitor.id].sort())
  const goods = lines.filter(({ action }) => action === "records.purged").map(({ after }) => Object.values(after ?? {}))
  expect(goods.flat().reduce<number>((sum, count) => sum + Number(count), 0)).toBe(2)
})

test("the audit log is append-only, even for those who can write SQL", async () => {
  const { db } = here.shop
  await expect(sql`update audit_log set actor_name = 'Nobody'`.execute(db)).rejects.toThrow("append-only")
  await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow("append-only")
})

test("the imported data of a deleted account is purged although something refers to it", async () => {
  const { shop, clock, admin } = here
  const mug = await shelve(shop, admin)
  const imported = async (email: string) => {
    const csv = `ID,First Name,Last Name,Email,Note,Total Orders\n1,Ida,Moved,${email},Likes blue,2\n`
    const id = await previewCustomers(shop, admin, new File([csv], "customers.csv"))
    await startCustomerImport(shop, admin, id)
    await runCustomerImport(shop, id)
    const users = shop.db.selectFrom("users").select("id").where("email", "=", email)
    return requireMember(await findActiveUser(shop, (await users.executeTakeFirstOrThrow()).id))
  }
  const [buyer, reviewer] = [await imported("buyer@moved.test"), await imported("reviewer@moved.test")]
  await updateShippingInfo(shop, buyer, testAddress)
  await buy(shop, buyer, mug)
  await updateShippingInfo(shop, buyer, null)
  await review(mug, reviewer)
  for (const { id } of [buyer, reviewer]) await softDeleteUser(shop, admin, id)
  clock.advance({ days: 31 })
  await purgeDeleted(shop)
  for (const { id } of [buyer, reviewer]) expect(await exists("users", id)).toBe(true)
  expect(await shop.db.selectFrom("customer_origins").select("user_id").execute()).toEqual([])
})
