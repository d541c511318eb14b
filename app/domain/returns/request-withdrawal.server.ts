import { sql } from "kysely"
import { accountKey, consumeFrom, siteKey } from "~/domain/accounts/rate-limit-keys.server"
import { MINUTE } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import { addJob, type JobPayloads } from "~/domain/jobs/jobs.server"
import { completeRefund } from "~/domain/orders/cancellation/complete-refund.server"
import { lockSale } from "~/domain/orders/cancellation/sale.server"
import { orderNumberIn } from "~/domain/orders/order"
import type { RateLimitRule } from "~/domain/rate-limits"
import type { Shop } from "~/domain/shop"
import { ShopError } from "~/domain/shop-error"
import { declareWithdrawal } from "./declare-withdrawal.server"
import { fileWithdrawal } from "./file-withdrawal.server"
import type { Statement } from "./return"

const limits = {
  fromAddress: { name: "withdrawal-address", points: 30, minutes: 60 },
  ofOrderFromAddress: { name: "withdrawal-order-address", points: 5, minutes: 60 },
  ofOrder: { name: "withdrawal-order", points: 20, minutes: 60 },
} as const satisfies Record<string, RateLimitRule>

const SAME = 10 * MINUTE

type RequestedWithdrawal = JobPayloads["file-withdrawal"]

/**
 * A job finds out whether there is such an order, so that neither the response nor its time reveals it.
 * @throws ShopError `tooMany`
 */
export async function requestWithdrawal(
  shop: Shop,
  { order, ...stated }: Omit<RequestedWithdrawal, "at" | "address" | "userId">,
  { address, userId }: { address: string; userId: string | undefined },
): Promise<void> {
  const number = order.toLowerCase()
  const key = accountKey(`${number} ${stated.email}`)
  await consumeFrom(shop.limits, address, limits.fromAddress)
  await shop.limits.consume(limits.ofOrderFromAddress, `${key} ${siteKey(address)}`)
  await shop.limits.consume(limits.ofOrder, key)
  await addJob(shop, "file-withdrawal", { ...stated, order: number, at: shop.now().toISOString(), address, userId })
}

/**
 * Files the withdrawal of a signed-in buyer. Any other is stored until it is confirmed. In both cases the result is
 * mailed to the order's address, if the stated one is the same.
 */
export async function fileRequestedWithdrawal(
  shop: Shop,
  { at, order: text, address, userId, ...stated }: RequestedWithdrawal,
): Promise<void> {
  const found = await findOrderOf(shop, text, stated.email)
  if (!found) return shop.log.info("a withdrawal names no order with this email")
  const statement = { ...stated, email: found.user_email, at: new Date(at) }
  try {
    const isProven = userId === found.user_id
    if (await isFiled(shop, found.id, statement, { isProven })) return
    if (!isProven)
      return await shop.transaction(async (tx) =>
        declareWithdrawal(tx, await lockSale(tx, found.id), statement, address),
      )
    const given = await shop.transaction(async (tx) => fileWithdrawal(tx, await lockSale(tx, found.id), statement))
    if (given) await completeRefund(shop, given)
  } catch (error) {
    if (!(error instanceof ShopError) || error.kind !== "conflict") throw error
    if (await isFiled(shop, found.id, statement, { isProven: userId === found.user_id })) return
    const { message: reason } = error
    await shop.transaction((tx) => emit(tx, "order.withdrawal-refused", { order: found, statement, reason }))
  }
}

/**
 * Returns whether it was sent twice, or its job repeated. An unproven statement with the same words does not block the
 * buyer's own.
 */
async function isFiled(
  { db }: Shop,
  orderId: string,
  { name, reason, items, at }: Statement,
  { isProven }: { isProven: boolean },
): Promise<boolean> {
  let filed = db
    .selectFrom("returns")
    .select("id")
    .where("order_id", "=", orderId)
    .where("kind", "=", "withdrawal")
    .where((row) => row.and({ name, reason, items }))
    .where("created_at", ">", new Date(at.getTime() - SAME))
    .where("created_at", "<", new Date(at.getTime() + SAME))
  if (isProven) filed = filed.where("confirm_token_hash", "is", null)
  return (await filed.executeTakeFirst()) !== undefined
}

function findOrderOf({ db }: Shop, text: string, email: string) {
  return db
    .selectFrom("orders")
    .selectAll()
    .where((order) => order.or([order("id", "=", text), order("number", "=", orderNumberIn(text))]))
    .where(sql<boolean>`lower(user_email) = lower(${email})`)
    .where("deleted_at", "is", null)
    .executeTakeFirst()
}
