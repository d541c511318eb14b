import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { isOutage } from "~/http/outage"
import { addProduct } from "~/testing/shop/buyers.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"

let open: TestShop
beforeAll(async () => {
  open = await openTestShop()
})
afterAll(() => open.close())

test("of two deadlocked transactions one is retried, and both succeed", async () => {
  const { shop } = open
  const [one, other] = [await addProduct(shop, { price: 100 }), await addProduct(shop, { price: 100 })]
  let tries = 0
  let meet = () => {}
  const met = new Promise<void>((resolve) => {
    meet = resolve
  })
  let here = 0
  const raise = (first: string, second: string) =>
    shop.transaction(async ({ db }) => {
      tries++
      await sql`update variants set price = price + 1 where id = ${first}`.execute(db)
      if (++here === 2) meet()
      await met
      await sql`update variants set price = price + 1 where id = ${second}`.execute(db)
    })
  await Promise.all([raise(one, other), raise(other, one)])
  const prices = await shop.db.selectFrom("products").select("price").where("id", "in", [one, other]).execute()
  expect(prices).toEqual([{ price: 102 }, { price: 102 }])
  expect(tries).toBe(3)
})

test("a refusal is not retried", async () => {
  let tries = 0
  const failing = open.shop.transaction(async () => {
    tries++
    throw new Error("no")
  })
  await expect(failing).rejects.toThrow("no")
  expect(tries).toBe(1)
})

test.each([
  ["a lost connection", "select pg_terminate_backend(pg_backend_pid())"],
  ["too slow a statement", "set local statement_timeout = 20; select pg_sleep(1)"],
  ["a read-only database", "set transaction read only; delete from mails"],
  ["a lock that is not to be had", "do $$ begin raise sqlstate '55P03'; end $$"],
  ["a serialization failure", "do $$ begin raise sqlstate '40001'; end $$"],
  ["a server that starts", "do $$ begin raise sqlstate '57P03'; end $$"],
  ["a server that has no more connections", "do $$ begin raise sqlstate '53300'; end $$"],
])("%s is an outage, also when it is wrapped", async (_, text) => {
  const error = await open.shop.transaction(({ db }) => sql.raw(text).execute(db)).catch((reason) => reason)
  expect(isOutage(error)).toBe(true)
  expect(isOutage(new Error("it went wrong", { cause: new AggregateError([error]) }))).toBe(true)
})

test.each(["select 1 / 0", "select * from nothing", "insert into mails default values"])(
  "%s is a bug",
  async (text) => {
    const error = await open.shop.transaction(({ db }) => sql.raw(text).execute(db)).catch((reason) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(isOutage(error)).toBe(false)
  },
)
