import { sql } from "kysely"
import { accountLimits } from "~/domain/accounts/account-limits"
import { accountKey, accountLogId, consumeFrom, siteKey } from "~/domain/accounts/rate-limit-keys.server"
import { emit } from "~/domain/events/emit.server"
import { addJob } from "~/domain/jobs/jobs.server"
import { isWithin } from "~/domain/rate-limits"
import type { Shop, Tx } from "~/domain/shop"
import { insertOrderLink, isLinkable } from "./order-links.server"

/** Neither the response nor its time reveals whether anything was ordered. @throws ShopError `tooMany` */
export async function requestOrderLinks(shop: Shop, email: string, address: string): Promise<void> {
  await consumeFrom(shop.limits, address, accountLimits.linksFromAddress)
  await shop.limits.consume(accountLimits.linksOfEmailFromAddress, `${accountKey(email)} ${siteKey(address)}`)
  shop.log.info({ account: accountLogId(email) }, "links to orders requested")
  await addJob(shop, "send-order-links", { email })
}

const MAX_LINKS = 20

export async function sendOrderLinks(shop: Shop, email: string): Promise<void> {
  if (!(await isWithin(shop.limits, accountLimits.linkMails, accountKey(email)))) return
  await shop.transaction(async (tx) => {
    const orders = await findGuestOrders(tx, email)
    if (orders.length === 0) return
    const links = []
    for (const order of orders) links.push({ ...order, ...(await insertOrderLink(tx, order.id)) })
    await emit(tx, "guest.links-created", { email, links })
  })
}

function findGuestOrders(tx: Tx, email: string) {
  return tx.db
    .selectFrom("orders")
    .innerJoin("users", "users.id", "orders.user_id")
    .select(["orders.id", "orders.number", "orders.created_at as createdAt", "users.id as userId"])
    .where("users.is_guest", "=", true)
    .where("users.erased_at", "is", null)
    .where(sql<boolean>`lower(users.email) = lower(${email})`)
    .where(isLinkable(tx))
    .orderBy("orders.created_at", "desc")
    .limit(MAX_LINKS)
    .execute()
}
