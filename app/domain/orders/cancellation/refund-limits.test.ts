import { expect, test } from "vitest"
import { requireStaff, type Staff } from "~/domain/accounts/actor"
import type { Permission } from "~/domain/accounts/permission"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { newObjectId } from "~/domain/object-id.server"
import { assignRole } from "~/domain/staff/staff.server"
import { softDeleteUser } from "~/domain/staff/users/users.server"
import { anEmployee } from "~/testing/shop/people.server"
import { buy, openOrdersTest } from "~/testing/shop/test-orders.server"
import { cancelOrderAsShop } from "./cancel-order.server"
import { refundOrder } from "./refund-order.server"

const here = openOrdersTest()
const needed = ["orders.refund", "orders.cancel", "staff.appoint"] as const satisfies Permission[]

async function aRole(limitOfDay: number | null): Promise<string> {
  const id = newObjectId(here.shop.now())
  await here.shop.db
    .insertInto("roles")
    .values({ id, name: `Refunds ${id}`, permissions: [...needed], refund_limit_of_day: limitOfDay })
    .execute()
  return id
}

const reloaded = async (id: string) => requireStaff(await findActiveUser(here.shop, id), needed)

async function aClerk(limitOfDay: number | null, appointedBy: Staff<"staff.appoint"> = here.admin) {
  const role = await aRole(limitOfDay)
  const { id } = await anEmployee(here.shop, role)
  await assignRole(here.shop, appointedBy, id, role)
  return reloaded(id)
}

const refund = (clerk: Awaited<ReturnType<typeof aClerk>>, order: string, amount: number) =>
  refundOrder(here.shop, clerk, order, { amount })
const refused = (limit: string) => `Your role may refund at most ${limit} in 24 hours`

test("a daily limit counts parts, cancellations and other orders alike", async () => {
  const clerk = await aClerk(4_000)
  const [first, second] = [await buy(here.shop, here.ada, here.mug), await buy(here.shop, here.ada, here.mug)]
  await refund(clerk, first, 300)
  await refund(clerk, first, 200)
  await expect(cancelOrderAsShop(here.shop, clerk, second, { reason: "Broken", restock: true })).rejects.toThrow(
    refused("$40.00"),
  )
  await refund(clerk, second, 3_500)
  await expect(refund(clerk, first, 1)).rejects.toThrow(refused("$40.00"))
})

test("a second account that a colleague appointed does not double a limit, in either direction", async () => {
  const clerk = await aClerk(1_000)
  const second = await aClerk(1_000, clerk)
  const [one, two] = [await buy(here.shop, here.ada, here.mug), await buy(here.shop, here.ada, here.mug)]
  await refund(second, one, 700)
  await expect(refund(clerk, two, 400)).rejects.toThrow(refused("$10.00"))
  await refund(clerk, two, 300)
  await expect(refund(second, one, 1)).rejects.toThrow(refused("$10.00"))
  await softDeleteUser(here.shop, here.admin, second.id)
  await expect(refund(clerk, two, 1)).rejects.toThrow(refused("$10.00"))
})

test("a manager's limit covers the whole team, and colleagues of one owner have separate limits", async () => {
  const manager = await aClerk(1_000)
  const [left, right] = [await aClerk(600, manager), await aClerk(600, manager)]
  const order = await buy(here.shop, here.ada, here.mug)
  await refund(left, order, 600)
  await expect(refund(right, order, 500)).rejects.toThrow(refused("$10.00"))
  await refund(right, order, 400)
  const colleague = await aClerk(600)
  await refund(colleague, order, 600)
})

test("concurrent refunds by a clerk and a second account stay within the limit", async () => {
  const clerk = await aClerk(1_000)
  const second = await aClerk(1_000, clerk)
  const orders: string[] = []
  for (let number = 0; number < 6; number++) orders.push(await buy(here.shop, here.ada, here.mug))
  const tries = await Promise.allSettled(orders.map((id, at) => refund(at % 2 ? clerk : second, id, 300)))
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(3)
})
