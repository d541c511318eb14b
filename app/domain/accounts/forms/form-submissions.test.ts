import { afterAll, beforeAll, expect, test } from "vitest"
import type { Tx } from "~/domain/shop"
import { aMember } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import type { Member } from "../actor"
import { sweepAccounts } from "../sweep-accounts.server"
import { runOnce } from "./form-submissions.server"

let here: TestShop
let ada: Member
beforeAll(async () => {
  here = await openTestShop()
  ada = await aMember(here.shop)
})
afterAll(() => here.close())

const key = (letter: string) => letter.repeat(43)

const rename = (name: string) => (tx: Tx) => tx.db.updateTable("users").set({ name }).where("id", "=", ada.id).execute()

const nameNow = async () =>
  (await here.shop.db.selectFrom("users").select("name").where("id", "=", ada.id).executeTakeFirstOrThrow()).name

test("concurrent submissions run the work once, and all wait for it", async () => {
  let times = 0
  const sendings = [1, 2, 3, 4].map(async () => {
    await runOnce(here.shop, ada, key("a"), async (tx) => {
      times++
      await rename("Once")(tx)
    })
    return nameNow()
  })
  expect(await Promise.all(sendings)).toEqual(["Once", "Once", "Once", "Once"])
  expect(times).toBe(1)
})

test("a failed submission stores nothing, and can be sent again", async () => {
  const failing = runOnce(here.shop, ada, key("b"), async (tx) => {
    await rename("Half")(tx)
    throw new Error("no room")
  })
  await expect(failing).rejects.toThrow("no room")
  expect(await nameNow()).not.toBe("Half")
  await runOnce(here.shop, ada, key("b"), rename("Whole"))
  expect(await nameNow()).toBe("Whole")
})

test("keys are forgotten after a day", async () => {
  await runOnce(here.shop, ada, key("c"), rename("First"))
  here.clock.advance({ hours: 23 })
  await sweepAccounts(here.shop)
  await runOnce(here.shop, ada, key("c"), rename("Second"))
  expect(await nameNow()).toBe("First")
  here.clock.advance({ hours: 2 })
  await sweepAccounts(here.shop)
  expect(await here.shop.db.selectFrom("form_submissions").selectAll().execute()).toEqual([])
})
