import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, expectTypeOf, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import type { EventName, Events } from "~/domain/events/event"
import { nextStatuses } from "~/domain/orders/order-status"
import type { Payment } from "~/domain/payments/payment"
import type { Shop, Tx } from "~/domain/shop"
import { signUp, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { auditEntries } from "./audit-entries.server"
import { customerMails } from "./customer-mails.server"
import { incidents } from "./incidents.server"
import { ownerNotifications } from "./owner-notifications.server"
import { awaitedRoles, documentRequests, reclaimedFactors } from "./subscribers.server"

let here: TestShop
let admin: Staff

beforeAll(async () => {
  here = await openTestShop()
  admin = await signUpAdmin(here.shop)
})
afterAll(() => here.close())

const tables = {
  auditEntries,
  customerMails,
  incidents,
  ownerNotifications,
  documentRequests,
  awaitedRoles,
  reclaimedFactors,
}
type Subscribed = { [Name in keyof typeof tables]: keyof (typeof tables)[Name] }[keyof typeof tables]

test("every event has a consequence, and is emitted somewhere in the domain", () => {
  expectTypeOf<Subscribed>().toEqualTypeOf<EventName>()
  const domain = join(import.meta.dirname, "..")
  const emitters = readdirSync(domain, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".server.ts") && !file.startsWith("subscribers"))
    .map((file) => readFileSync(join(domain, file), "utf8"))
    .filter((text) => text.includes("emit(tx, "))
  const names = new Set(Object.values(tables).flatMap((table) => Object.keys(table)))
  expect(names.size).toBeGreaterThan(40)
  const byStatus = new Set(nextStatuses.map((status) => `order.${status.toLowerCase()}`))
  const byRecord = new Set(["discount", "role"].flatMap((kind) => [`${kind}.created`, `${kind}.updated`]))
  const quoted = (name: string) => {
    if (byStatus.has(name)) return `\`order.\${step}\``
    return byRecord.has(name) ? `\`\${kind}.${name.split(".")[1]}\`` : `"${name}"`
  }
  expect([...names].filter((name) => !emitters.some((text) => text.includes(quoted(name))))).toEqual([])
})

test("no event is emitted outside of a transaction", () => {
  expectTypeOf<Tx>().toExtend<Parameters<typeof emit>[0]>()
  expectTypeOf<Shop>().not.toExtend<Parameters<typeof emit>[0]>()
})

test("the consequences of an event are rolled back with its transaction", async () => {
  const ada = await signUp(here.shop, "ada@shop.test", "Ada Lovelace")
  const payment = { id: "a".repeat(24), userId: ada.id, checkoutId: null } as Payment
  const rejected = { payment, intentId: "pi_1", amount: 100, reason: "It sold out" }
  const published: Events["product.published"] = { actor: admin, id: "b".repeat(24), after: { name: "Mug" } }
  const counts = async () => {
    const { rows } = await here.pool.query<{ written: number[] }>(`select array[
      (select count(*) from payment_incidents), (select count(*) from mails where kind = 'payment-refunded'),
      (select count(*) from owner_notifications), (select count(*) from audit_log where action = 'product.published'),
      (select count(*) from graphile_worker.jobs where task_identifier = 'notify-owner')]::int[] as written`)
    return rows[0]?.written
  }
  const work = async (tx: Tx) => {
    await emit(tx, "payment.rejected", rejected)
    await emit(tx, "product.published", published)
  }
  const undone = here.shop.transaction(async (tx) => {
    await work(tx)
    throw new Error("undone")
  })
  await expect(undone).rejects.toThrow("undone")
  expect(await counts()).toEqual([0, 0, 0, 0, 0])
  await here.shop.transaction(work)
  expect(await counts()).toEqual([1, 1, 1, 1, 1])
})
