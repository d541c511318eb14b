import { type Selectable, sql } from "kysely"
import type { Agreement, Totals } from "~/domain/pricing/charges"
import type { Tables } from "~db/schema"

const columns = {
  subTotal: "item_price",
  discount: "discount_price",
  tax: "tax_price",
  shipping: "shipping_price",
  total: "total_price",
} as const satisfies Record<keyof Totals, keyof Tables["orders"]>

type AgreementRow = Pick<
  Selectable<Tables["orders"]>,
  (typeof columns)[keyof Totals] | "payment_fee" | "shipping_taxes" | "shipping_parts" | "shipping_method" | "discounts"
>

const parts = Object.entries(columns).flatMap(([name, column]) => [sql.lit(name), sql.ref(column)])

const totalsColumn = sql<Totals>`json_build_object(${sql.join(parts)})`.as("totals")

/** Columns of checkouts and of orders */
export const agreementColumns = [
  totalsColumn,
  "shipping_taxes as shippingTaxes",
  "shipping_parts as shippingParts",
  "shipping_method as shippingMethod",
  "discounts",
  "payment_fee as paymentFee",
] as const

/** Columns of checkout lines and of order lines */
export const agreedLineColumns = [
  "product_id as productId",
  "variant_id as variantId",
  "name",
  "price",
  "quantity",
  "adjustments",
  "taxes",
  "untaxed_reason as untaxedReason",
] as const

export function toAgreement(row: AgreementRow): Agreement {
  return {
    totals: {
      subTotal: row.item_price,
      discount: row.discount_price,
      shipping: row.shipping_price,
      tax: row.tax_price,
      total: row.total_price,
    },
    shippingTaxes: row.shipping_taxes,
    shippingParts: row.shipping_parts,
    shippingMethod: row.shipping_method,
    discounts: row.discounts,
    paymentFee: row.payment_fee,
  }
}

export function agreementRow({
  totals,
  shippingTaxes,
  shippingParts,
  shippingMethod,
  discounts,
  paymentFee = 0,
}: Agreement) {
  return {
    item_price: totals.subTotal,
    discount_price: totals.discount,
    shipping_price: totals.shipping,
    tax_price: totals.tax,
    total_price: totals.total,
    shipping_taxes: JSON.stringify(shippingTaxes),
    shipping_parts: shippingParts && JSON.stringify(shippingParts),
    shipping_method: shippingMethod && JSON.stringify(shippingMethod),
    discounts: JSON.stringify(discounts),
    payment_fee: paymentFee,
  }
}
