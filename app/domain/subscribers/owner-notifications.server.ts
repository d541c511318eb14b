import { longDay } from "~/domain/days/calendar"
import { HOUR } from "~/domain/durations"
import { findPeopleOf } from "~/domain/mail/mail-people.server"
import { type OwnerNotification, ownerMailKinds } from "~/domain/mail/owner-emails"
import { notifyOwner } from "~/domain/mail/owner-notifications.server"
import { orderName } from "~/domain/orders/order"
import { incidentNames } from "~/domain/payments/incident"
import { refundDue } from "~/domain/returns/return-periods.server"
import type { Subscriber, Tx } from "~/domain/shop"
import { pluralize } from "~/domain/text/pluralize"
import { withCommas } from "~/domain/text/with-commas"
import { newOrderNotification } from "./order-emails.server"

const attention: OwnerNotification["action"] = { label: "See what needs attention", path: "/admin/attention" }
/** Mails addressed to owners */
const OWNER_KINDS = new Set<string>(ownerMailKinds)

/** Each key is sent once. */
export const ownerNotifications = {
  "order.placed": (tx, { order, lines }) =>
    notifyOwner(tx, `order-${order.id}`, newOrderNotification(order, lines), [order.user_id]),
  "order.withdrawn": async (tx, { order, withdrawal: { id, created_at, items, reason }, lines, outcome }) => {
    if (outcome !== "requested") return
    const notification = {
      summary: `Withdrawal: ${order.user_name} withdraws from order ${orderName(order.number)}`,
      paragraphs: [
        `You have to refund the money by ${longDay(refundDue(tx, created_at, order.shipping_info))}; until then you may wait for the items, or for proof that they were sent back.`,
        ...(items ? [`Items, in the customer’s words: ${items}`] : []),
        ...(reason ? [`Reason: ${reason}`] : []),
      ],
      lines: lines.map(({ name, quantity }) => ({ label: name, value: String(quantity) })),
      action: { label: "Open the withdrawal", path: `/admin/return/${id}` },
    }
    await notifyOwner(tx, `withdrawal-${id}`, notification, [order.user_id])
  },
  "order.withdrawal-declared": (tx, { order, record: { id, items, reason, client_address } }) =>
    notifyOwner(
      tx,
      `declared-${id}`,
      {
        summary: `Withdrawal to be confirmed: order ${orderName(order.number)} of ${order.user_name}`,
        paragraphs: [
          `This withdrawal was sent without signing in${client_address ? `, from the network address ${client_address}` : ""}. The customer has a link that confirms it. You can confirm or decline it too.`,
          ...(items ? [`Items, in the sender’s words: ${items}`] : []),
          ...(reason ? [`Reason: ${reason}`] : []),
        ],
        action: { label: "Open the withdrawal", path: `/admin/return/${id}` },
      },
      [order.user_id],
    ),
  "order.refund-proposed": (tx, { actor, requestId, order }) =>
    notifyOwner(
      tx,
      `refund-request-${requestId}`,
      {
        summary: `A refund of order ${orderName(order.number)} needs approval`,
        paragraphs: [
          `${actor.name} asks for a refund above the limit of their role. Please make the refund or decline it.`,
        ],
        action: { label: "Open the order", path: `/admin/order/${order.id}` },
      },
      [order.user_id, actor.id],
    ),
  "return.requested": (tx, { order, record: { id, reason }, lines }) =>
    notifyOwner(
      tx,
      `return-${id}`,
      {
        summary: `Return: ${order.user_name} wants to return items of order ${orderName(order.number)}`,
        paragraphs: [`Reason: ${reason}`],
        lines: lines.map(({ name, quantity }) => ({ label: name, value: String(quantity) })),
        action: { label: "Open the return", path: `/admin/return/${id}` },
      },
      [order.user_id],
    ),
  "product.sold-out": (tx, { id, productId, name, lastRestock }) =>
    notifyOwner(tx, `sold-out-${id}-${lastRestock}`, {
      summary: `Out of stock: ${name}`,
      paragraphs: [`The last unit of ${name} has been sold. It is shown as out of stock until you restock it.`],
      action: { label: "Open the product", path: `/admin/product/${productId}` },
    }),
  "stock.mostly-held": (tx, { units: held, shelved, members, largest }) => {
    const units = `${held} of ${pluralize(held + shelved, "unit")}`
    return notifyOwner(tx, `held-stock-${Math.floor(tx.now().getTime() / (3 * HOUR))}`, {
      summary: `A third of the stock is reserved but not paid for: ${units}`,
      paragraphs: [
        `${units} in the shop are reserved by ${pluralize(members, "shopper")} who have not paid yet.`,
        "No one else can buy these units until then. They are released within 15 minutes if they are not paid for.",
        `If this is not a rush of customers, check ${largest ? "the account that has reserved most" : "the reserved products"}.`,
      ],
      action: largest
        ? { label: "Show that account", path: `/admin/user/${largest}` }
        : { label: "Show the products", path: "/admin/products" },
    })
  },
  "limit.reached": (tx, { rule, done, summary, consequence }) =>
    notifyOwner(tx, `${rule.name}-${tx.now().toISOString().slice(0, 13)}`, {
      summary,
      paragraphs: [`${withCommas(rule.points)} ${done} within an hour, which is unusual. ${consequence}`],
      action: { label: "Show the customers", path: "/admin/users" },
    }),
  "incident.opened": async (tx, { id, kind, detail, orderId, intentId, occurrence }) => {
    const about = [orderId && (await nameOrder(tx, orderId)), intentId && `payment ${intentId}`]
      .filter(Boolean)
      .join(", ")
    return notifyOwner(tx, ["incident", id, occurrence].filter(Boolean).join("-"), {
      summary: `${incidentNames[kind]}${about ? `: ${about}` : ""}`,
      paragraphs: [detail],
      action: attention,
    })
  },
  "dispute.won": async (tx, { intentId, occurrence, reason, orderId }) =>
    notifyOwner(tx, `dispute-won-${occurrence}`, {
      summary: `Dispute closed in your favour: ${orderId ? await nameOrder(tx, orderId) : `payment ${intentId}`}`,
      paragraphs: [`The dispute about the payment (${reason}) is closed, and the shop keeps the money.`],
      action: attention,
    }),
  "mail.failed": async (tx, { mail: { id, kind, subject, recipient }, reason }) => {
    if (OWNER_KINDS.has(kind)) return
    const notification = {
      summary: `An email could not be sent to ${recipient}`,
      paragraphs: [`"${subject}" could not be sent to ${recipient}, and will not be tried again: ${reason}`],
      action: attention,
    }
    await notifyOwner(tx, `mail-${id}`, notification, await findPeopleOf(tx, id))
  },
} satisfies Subscriber

async function nameOrder({ db }: Tx, id: string): Promise<string> {
  const order = db.selectFrom("orders").select("number").where("id", "=", id)
  return `order ${orderName((await order.executeTakeFirstOrThrow()).number)}`
}
