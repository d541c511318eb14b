import { sql } from "kysely"
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from "kysely/helpers/postgres"
import type { Buyer, Visitor } from "~/domain/accounts/actor"
import { viewPicture } from "~/domain/media/picture"
import { pictureOf } from "~/domain/media/picture-column.server"
import type { Cents } from "~/domain/money/money"
import { agreedLineColumns, agreementColumns } from "~/domain/orders/agreement-columns.server"
import { parsePayment, paymentColumns } from "~/domain/payments/payments.server"
import { chargesOf } from "~/domain/pricing/charges"
import { rejection } from "~/domain/refunds/rejection"
import { type RejectionRow, toRejection } from "~/domain/refunds/rejection-columns.server"
import type { Shop } from "~/domain/shop"
import { compileOnce, preparedStatement } from "~db/prepared-statements.server"
import type { Checkout, OwnHold } from "./checkout"
import type { PaymentOutcome } from "./payment/payment-outcome"

/** Returns the held checkout, even if its hold has expired but is not released yet. */
export async function findHeldCheckout(shop: Shop, member: Buyer): Promise<Checkout | null> {
  const [held] = await selectHeld(shop.db, member)
  return toCheckout(shop, held)
}

const selectHeld = compileOnce((db, { id }: Pick<Buyer, "id">) =>
  checkouts({ db }).modifyFront(preparedStatement).where("user_id", "=", id).where("status", "=", sql.lit("held")),
)

/** Returns the held checkout, or else the newest, if there is no id. */
export async function findOwnCheckout(shop: Shop, member: Buyer, id: string | null): Promise<Checkout | null> {
  const own = checkouts(shop).where("user_id", "=", member.id)
  const isHeld = sql<boolean>`status = 'held'`
  const one =
    id === null
      ? own.orderBy(isHeld, "desc").orderBy("checkouts.created_at", "desc").orderBy("checkouts.id", "desc").limit(1)
      : own.where("checkouts.id", "=", id)
  return toCheckout(shop, await one.executeTakeFirst())
}

export interface ProcessingCheckout {
  id: string
  total: Cents
  createdAt: Date
}

/** Lists the checkouts whose payments a bank is processing. */
export async function listProcessing(shop: Shop, member: Buyer): Promise<ProcessingCheckout[]> {
  return shop.db
    .selectFrom("checkouts")
    .select(["id", "total_price as total", "created_at as createdAt"])
    .where("user_id", "=", member.id)
    .where("status", "=", sql.lit("processing"))
    .orderBy("created_at", "desc")
    .execute()
}

export async function findCheckout(shop: Shop, id: string): Promise<Checkout> {
  return toCheckout(shop, await checkouts(shop).where("checkouts.id", "=", id).executeTakeFirstOrThrow())
}

function checkouts({ db }: Pick<Shop, "db">) {
  return db
    .selectFrom("checkouts")
    .innerJoin("users", "users.id", "checkouts.user_id")
    .select([
      "checkouts.id",
      "user_id as userId",
      "status",
      "checkouts.shipping_info as shippingInfo",
      "client_address as clientAddress",
      "checkouts.source",
      "currency",
      "agreed_text_digest as termsDigest",
      "payment_method as paymentMethod",
      ...agreementColumns,
    ])
    .select(["hold_expires_at as holdExpiresAt", "checkouts.created_at as createdAt", "closed_at as closedAt"])
    .select([orderId.as("orderId"), refund.as("refund"), hasFailed.as("hasFailed")])
    .select((checkout) => [
      jsonBuildObject({
        name: checkout.ref("users.name"),
        email: checkout.ref("users.email"),
        isGuest: checkout.ref("users.is_guest"),
      }).as("customer"),
      jsonObjectFrom(
        checkout
          .selectFrom("payments")
          .select(paymentColumns)
          .whereRef("payments.checkout_id", "=", "checkouts.id")
          .where("payments.status", "=", "open"),
      ).as("payment"),
      jsonArrayFrom(
        checkout
          .selectFrom("checkout_lines")
          .select(agreedLineColumns)
          .select(pictureOf("picture_id").as("picture"))
          .whereRef("checkout_id", "=", "checkouts.id")
          .orderBy("position"),
      ).as("lines"),
    ])
}

const orderId = sql<string | null>`case status when 'completed' then (
  select orders.id from orders where orders.checkout_id = checkouts.id) end`

const refund = sql<RejectionRow | null>`case status when 'refunded' then (
  select row_to_json(refunds) from refunds join payments on payments.id = payment_id
  where payments.checkout_id = checkouts.id order by refunds.id limit 1) end`

const hasFailed = sql<boolean>`case status when 'released' then exists (
  select from payments where payments.checkout_id = checkouts.id and processing_since is not null) else false end`

type FoundCheckout = Awaited<ReturnType<ReturnType<typeof checkouts>["executeTakeFirstOrThrow"]>>

function toCheckout(shop: Shop, found: FoundCheckout): Checkout
function toCheckout(shop: Shop, found: FoundCheckout | undefined): Checkout | null
function toCheckout({ media }: Shop, found: FoundCheckout | undefined): Checkout | null {
  if (!found) return null
  const { orderId, refund, payment, termsDigest, ...checkout } = found
  const lines = checkout.lines.map(({ picture, ...line }) => {
    return { ...line, picture: picture && viewPicture(picture, line.name, media.baseUrl) }
  })
  return {
    ...{ ...checkout, ...chargesOf(lines, checkout), lines },
    terms: termsDigest === null ? null : { digest: termsDigest },
    payment: payment && parsePayment(payment),
    outcome: outcomeOf(checkout.status, orderId, refund),
  }
}

function outcomeOf(
  status: Checkout["status"],
  orderId: string | null,
  refund: RejectionRow | null,
): PaymentOutcome | null {
  if (orderId !== null) return { kind: "ordered", orderId }
  if (status !== "refunded") return null
  return { kind: "refunded", rejection: refund ? toRejection(refund) : rejection("out-of-stock") }
}

/** Returns the units of a product that other shoppers' checkouts hold and that leave none for this one. */
export async function findOwnHold(shop: Shop, user: Visitor, product: string): Promise<OwnHold | null> {
  if (user === null) return null
  const rows = await shop.db
    .selectFrom("checkouts")
    .innerJoin("checkout_lines", "checkout_lines.checkout_id", "checkouts.id")
    .select(["variant_id", "quantity", "hold_expires_at"])
    .where("user_id", "=", user.id)
    .where("status", "=", "held")
    .where("hold_expires_at", ">", shop.now())
    .where("product_id", "=", product)
    .execute()
  const [first] = rows
  if (!first) return null
  const byVariant = Object.fromEntries(rows.map((row) => [row.variant_id, row.quantity]))
  return { units: rows.reduce((sum, row) => sum + row.quantity, 0), until: first.hold_expires_at, byVariant }
}
