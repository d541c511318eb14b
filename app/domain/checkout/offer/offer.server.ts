import { createHash } from "node:crypto"
import { type RawBuilder, sql } from "kysely"
import { siteKey } from "~/domain/accounts/rate-limit-keys.server"
import type { CartLine } from "~/domain/cart/cart-lines.server"
import type { LineItem } from "~/domain/catalog/line-item"
import { MINUTE } from "~/domain/durations"
import { type CurrencyCode, currencies } from "~/domain/money/currency"
import { DEFAULT_CURRENCY, formatMoney } from "~/domain/money/format-money"
import { MAX_TOTAL } from "~/domain/money/money"
import { newObjectId } from "~/domain/object-id.server"
import { agreementRow } from "~/domain/orders/agreement-columns.server"
import { type AgreedDocument, storeAgreedTexts } from "~/domain/pages/agreed-text.server"
import type { Agreement, Totals } from "~/domain/pricing/charges"
import type { Quote } from "~/domain/pricing/quote"
import type { PaymentMethod } from "~/domain/settings/payment-methods"
import type { ShippingInfo } from "~/domain/shipping/shipping-info"
import type { Tx } from "~/domain/shop"
import { conflict, invalid } from "~/domain/shop-error"
import { type Checkout, HOLD_MINUTES } from "../checkout"

export interface Offer extends Pick<Quote<OfferLine>, "currency" | "lines" | keyof Agreement> {
  shippingInfo: ShippingInfo
  /** The terms to agree to; only their digest if they are stored, and null if no law asks for them */
  terms: AgreedDocument | Pick<AgreedDocument, "digest"> | null
  /** Absent for an online payment */
  paymentMethod?: PaymentMethod
}

type OfferLine = LineItem &
  Pick<CartLine, "productId" | "name" | "price" | "picture" | "pictureId" | "withdrawalExemption">

/** Returns a hash of the charged and shipped items, and of the terms. */
export function digestOf({ lines, shippingInfo, totals, shippingMethod, discounts, terms }: DigestedOffer): string {
  const { address, city, state, country, pinCode, phoneNo } = shippingInfo
  const facts = [
    lines.map(({ variantId, price, quantity }) => [variantId, price, quantity]),
    [address, city, state, country, pinCode, phoneNo],
    totals.total,
    shippingMethod?.id ?? null,
    discounts.map(({ id, amount, shipping }) => [id, amount, shipping]),
    ...(terms ? [terms.digest] : []),
  ]
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 22)
}

/** Says whether two offers charge and ship the same, and are paid in the same way. */
export function isSameOffer(one: DigestedOffer & PaidOffer, other: DigestedOffer & PaidOffer): boolean {
  const [method = "online", otherMethod = "online"] = [one.paymentMethod, other.paymentMethod]
  return method === otherMethod && digestOf(one) === digestOf(other)
}

type PaidOffer = Pick<Offer, "paymentMethod">

interface DigestedOffer extends Pick<Offer, "shippingInfo" | "totals" | "shippingMethod" | "discounts"> {
  lines: (LineItem & Pick<OfferLine, "price">)[]
  terms: Pick<AgreedDocument, "digest"> | null
}

/** A total of zero is valid as well. */
export function assertPayable({ currency, totals }: Pick<Offer, "currency" | "totals">): void {
  if (isPayable(totals, currency) || (totals.total === 0 && totals.subTotal <= MAX_TOTAL)) return
  const [least, most] = [currencies[currency].leastTotal, MAX_TOTAL].map((amount) => formatMoney(amount, currency))
  throw invalid(`The total of an order must be between ${least} and ${most}`)
}

export function isPayable({ subTotal, total }: Totals, currency: CurrencyCode): boolean {
  return total >= currencies[currency].leastTotal && Math.max(subTotal, total) <= MAX_TOTAL
}

interface CheckoutOrigin {
  source: "page" | "api"
  /** `released`: the units are not taken yet. */
  status: "held" | "released"
  address: string | null
}

type InsertedCheckout = Pick<Checkout, "id" | "clientAddress" | "createdAt" | "holdExpiresAt">

/**
 * Returns null if the shopper already has a held checkout; the caller takes the units. Names the terms by their digest,
 * and stores them only if no earlier checkout did.
 */
export async function insertCheckout<Extra = null>(
  tx: Tx,
  userId: string,
  { currency, lines, shippingInfo, terms, paymentMethod = "online", ...agreement }: Offer,
  { address, ...origin }: CheckoutOrigin,
  /** These values are read in the same statement, before the insert. */
  extra: RawBuilder<Extra> = sql<Extra>`null`,
): Promise<(InsertedCheckout & { extra: Extra }) | null> {
  const now = tx.now()
  const rows = lines.map(
    (
      {
        productId,
        variantId,
        name,
        price,
        quantity,
        pictureId,
        adjustments,
        taxes,
        untaxedReason,
        withdrawalExemption,
      },
      position,
    ) => ({
      position,
      product_id: productId,
      variant_id: variantId,
      name,
      price,
      quantity,
      adjustments,
      taxes,
      untaxed_reason: untaxedReason ?? null,
      picture_id: pictureId,
      withdrawal_exemption: withdrawalExemption,
    }),
  )
  const checkout = await tx.db
    .with("checkout", (db) =>
      db
        .insertInto("checkouts")
        .values({
          id: newObjectId(now),
          ...origin,
          client_address: address && siteKey(address),
          user_id: userId,
          shipping_info: JSON.stringify(shippingInfo),
          currency,
          ...agreementRow(agreement),
          payment_method: paymentMethod,
          created_at: now,
          hold_expires_at: new Date(now.getTime() + HOLD_MINUTES * MINUTE),
          agreed_text_digest: sql<
            string | null
          >`(select digest from agreed_texts where digest = ${terms?.digest ?? null})`,
        })
        .onConflict((conflict) => conflict.column("user_id").where("status", "=", "held").doNothing())
        .returning(["id", "client_address", "created_at", "hold_expires_at", "agreed_text_digest"]),
    )
    .with("lines", (db) =>
      db
        .insertInto("checkout_lines")
        .expression(
          sql`select checkout.id, line.* from checkout, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (
          position integer, product_id text, variant_id text, name text, price integer, quantity integer, adjustments jsonb, taxes jsonb,
          untaxed_reason text, picture_id text, withdrawal_exemption text)`,
        )
        .columns([
          "checkout_id",
          "position",
          "product_id",
          "variant_id",
          "name",
          "price",
          "quantity",
          "adjustments",
          "taxes",
          "untaxed_reason",
          "picture_id",
          "withdrawal_exemption",
        ]),
    )
    .selectFrom("checkout")
    .select(["id", "client_address as clientAddress", "created_at as createdAt", "hold_expires_at as holdExpiresAt"])
    .select(["agreed_text_digest as digest", newestCurrency.as("newestCurrency"), extra.as("extra")])
    .executeTakeFirst()
  if (!checkout) return null
  const { digest, newestCurrency: newest, extra: read, ...inserted } = checkout
  if (newest !== currency) throw conflict("Prices have changed. Please check them again.")
  if (terms && "text" in terms && digest === null) await agreeToNewTerms(tx, inserted.id, terms)
  return { ...inserted, extra: read as Extra }
}

async function agreeToNewTerms(tx: Tx, id: string, terms: AgreedDocument): Promise<void> {
  await storeAgreedTexts(tx, [terms])
  await tx.db.updateTable("checkouts").set({ agreed_text_digest: terms.digest }).where("id", "=", id).execute()
}

/** The statement's snapshot is newer than its lock on checkouts, which a change of the currency waits for. */
const newestCurrency = sql<string>`coalesce(
  (select rules->>'currency' from pricing_versions order by version desc limit 1), ${sql.lit(DEFAULT_CURRENCY)})`
