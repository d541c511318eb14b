import { afterAll, beforeAll, expect, test } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import { newObjectId } from "~/domain/object-id.server"
import { aMember, aSession, PASSWORD, signedInUserId } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { closeAccount, sweepClosedAccounts } from "./close-account.server"

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const address = {
  address: "12 Analytical Row",
  city: "Perth",
  state: "Western Australia",
  country: "AU",
  pinCode: "6000",
  phoneNo: "0400000000",
}

async function anOrder(member: Member, status: "Processing" | "Delivered"): Promise<string> {
  const id = newObjectId(testShop.shop.now())
  await testShop.shop.db
    .insertInto("orders")
    .values({
      id,
      user_id: member.id,
      user_name: member.name,
      user_email: member.email,
      payment_intent_id: `pi_${id}`,
      payment_status: "succeeded",
      status,
      shipping_info: JSON.stringify(address),
      currency: "USD",
      item_price: 1000,
      tax_price: 100,
      shipping_price: 2500,
      total_price: 3600,
    })
    .execute()
  return id
}

const forgotten = (member: Member) => ({
  user_name: "Deleted account",
  user_email: `${member.id}@deleted.invalid`,
  shipping_info: { address: "", city: "", pinCode: "", phoneNo: "" },
})

const findOrder = (id: string) =>
  testShop.shop.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow()

test("deleting an account signs it out everywhere, and the email address is available again", async () => {
  const member = await aMember(testShop.shop, { email: "going@shop.example" })
  const token = await aSession(testShop.shop, member)
  await closeAccount(testShop.shop, member, PASSWORD)
  expect(await signedInUserId(testShop.shop, token)).toBeNull()
  await aMember(testShop.shop, { email: "going@shop.example" })
})

test("nothing in the accounts identifies the owner of a deleted one", async () => {
  const member = await aMember(testShop.shop, { name: "Unforgettable Name", email: "unforgettable@shop.example" })
  await closeAccount(testShop.shop, member, PASSWORD)
  const rows = await testShop.shop.db.selectFrom("users").selectAll().where("id", "=", member.id).execute()
  expect(rows).toMatchObject([{ name: "Deleted account", password_hash: "", shipping_info: null, role: "user" }])
  expect(JSON.stringify(rows)).not.toMatch(/unforgettable/i)
})

test("orders stay without a name, and delivered ones without an address", async () => {
  const member = await aMember(testShop.shop)
  const delivered = await anOrder(member, "Delivered")
  await closeAccount(testShop.shop, member, PASSWORD)
  expect(await findOrder(delivered)).toMatchObject({
    user_name: "Deleted account",
    user_email: `${member.id}@deleted.invalid`,
    total_price: 3600,
    shipping_info: { address: "", city: "", pinCode: "", phoneNo: "", country: "AU" },
  })
})

test("an open order keeps name, email address and address until it is delivered", async () => {
  const member = await aMember(testShop.shop, { name: "Ada Lovelace", email: "under-way@shop.example" })
  const id = await anOrder(member, "Processing")
  const known = { user_name: "Ada Lovelace", user_email: "under-way@shop.example", shipping_info: address }
  await closeAccount(testShop.shop, member, PASSWORD)
  await sweepClosedAccounts(testShop.shop)
  expect(await findOrder(id)).toMatchObject(known)
  await testShop.shop.db.updateTable("orders").set({ status: "Shipped" }).where("id", "=", id).execute()
  await sweepClosedAccounts(testShop.shop)
  expect(await findOrder(id)).toMatchObject(known)
  await testShop.shop.db.updateTable("orders").set({ status: "Delivered" }).where("id", "=", id).execute()
  await sweepClosedAccounts(testShop.shop)
  expect(await findOrder(id)).toMatchObject(forgotten(member))
})

test("a cancelled order is anonymised when its refund has arrived, not before", async () => {
  const member = await aMember(testShop.shop)
  const id = await anOrder(member, "Processing")
  await closeAccount(testShop.shop, member, PASSWORD)
  await testShop.shop.db.updateTable("orders").set({ status: "Cancelled" }).where("id", "=", id).execute()
  const refund = { id: newObjectId(testShop.shop.now()), order_id: id, payment_intent_id: `pi_${id}`, amount: 3600 }
  await testShop.shop.db
    .insertInto("refunds")
    .values({ ...refund, reason: "Cancelled" })
    .execute()
  await sweepClosedAccounts(testShop.shop)
  expect(await findOrder(id)).toMatchObject({ user_name: member.name, shipping_info: address })
  await testShop.shop.db.updateTable("refunds").set({ status: "succeeded" }).where("id", "=", refund.id).execute()
  await sweepClosedAccounts(testShop.shop)
  expect(await findOrder(id)).toMatchObject(forgotten(member))
})

test("an order deleted by an administrator is anonymised once it can no longer be restored", async () => {
  const member = await aMember(testShop.shop)
  const id = await anOrder(member, "Processing")
  await closeAccount(testShop.shop, member, PASSWORD)
  const deletedDaysAgo = (days: number) =>
    testShop.shop.db
      .updateTable("orders")
      .set({ deleted_at: new Date(testShop.shop.now().getTime() - days * 24 * 60 * 60 * 1000) })
      .where("id", "=", id)
      .execute()
  await deletedDaysAgo(29)
  await sweepClosedAccounts(testShop.shop)
  expect(await findOrder(id)).toMatchObject({ user_name: member.name, shipping_info: address })
  await deletedDaysAgo(31)
  await sweepClosedAccounts(testShop.shop)
  expect(await findOrder(id)).toMatchObject(forgotten(member))
})

test("addresses of existing accounts stay", async () => {
  const id = await anOrder(await aMember(testShop.shop), "Delivered")
  await sweepClosedAccounts(testShop.shop)
  expect(await findOrder(id)).toMatchObject({ shipping_info: address })
})

test("a wrong password deletes nothing", async () => {
  const member = await aMember(testShop.shop)
  const token = await aSession(testShop.shop, member)
  const closing = closeAccount(testShop.shop, member, "wrong horse")
  await expect(closing).rejects.toMatchObject({
    kind: "invalid",
    message: "This is not your password",
    field: "password",
  })
  expect(await signedInUserId(testShop.shop, token)).toBe(member.id)
})

test("the last mail confirms the deletion", async () => {
  const member = await aMember(testShop.shop, { email: "goodbye@shop.example" })
  await closeAccount(testShop.shop, member, PASSWORD)
  const mails = await testShop.shop.db
    .selectFrom("mails")
    .select("kind")
    .where("recipient", "=", "goodbye@shop.example")
    .orderBy("created_at")
    .orderBy("id")
    .execute()
  expect(mails.map(({ kind }) => kind).sort()).toEqual(["account-closed", "welcome"])
})

test("an account with a pending payment stays until its outcome is known", async () => {
  const member = await aMember(testShop.shop)
  const id = newObjectId(testShop.shop.now())
  const totals = { item_price: 1000, tax_price: 100, shipping_price: 2500, total_price: 3600 }
  await testShop.shop.db
    .insertInto("checkouts")
    .values({
      id,
      user_id: member.id,
      shipping_info: JSON.stringify(address),
      hold_expires_at: testShop.shop.now(),
      currency: "USD",
      ...totals,
    })
    .execute()
  await expect(closeAccount(testShop.shop, member, PASSWORD)).rejects.toMatchObject({ kind: "conflict" })
  await testShop.shop.db.updateTable("checkouts").set({ status: "released" }).where("id", "=", id).execute()
  await closeAccount(testShop.shop, member, PASSWORD)
})
