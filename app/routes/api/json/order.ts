import { z } from "zod"
import { absolutePictureUrl } from "~/domain/media/picture"
import { toDollars } from "~/domain/money/format-money"
import type { Order, OrderLine } from "~/domain/orders/order"
import { orderStatuses } from "~/domain/orders/order-status"
import type { Shop } from "~/domain/shop"
import { paths } from "~/paths"
import { chargesFields, toChargesJson } from "./charges"
import { exampleOrder } from "./examples"
import { Dollars, Id, Timestamp, toTimestamp, toTimestampOrNull } from "./fields"
import { placeholderPictureJson } from "./picture"
import { ShippingInfoJson, toShippingInfoJson } from "./shipping-info"

const LineJson = z.object({
  _id: Id,
  product: Id,
  variant: Id.meta({ description: "The variant that was bought; the product's id if it has no options." }),
  name: z.string().meta({ description: "The name at the time of purchase, such as `Chore Jacket, M, Indigo`." }),
  values: z.array(z.string()).meta({ description: "The variant's value of each option; empty without options." }),
  price: Dollars,
  quantity: z.int().min(1),
  image: z.string(),
})

/** Fields that the contract names differently, splits or omits */
type OtherwiseNamed =
  | "id"
  | "lines"
  | "adjustments"
  | "taxes"
  | "totals"
  | "shippingTaxes"
  | "shippingParts"
  | "payment"
  | "paymentFee"
  | "refunded"
  | "refunds"
  | "status"
  | "cancellationReason"
  | "hasAgreedText"

export const OrderJson = z
  .object({
    _id: Id,
    number: z.int().min(1),
    user: z.object({ _id: Id, name: z.string(), email: z.string() }),
    shippingInfo: ShippingInfoJson,
    orderedItems: z.array(LineJson),
    paymentInfo: z.object({
      id: z.string(),
      status: z.enum(["succeeded", "refunded", "awaiting"]).meta({
        description:
          "`awaiting` for an order that is not paid yet, which only other payment methods than `online` have.",
      }),
      method: z.enum(["online", "transfer", "collection", "delivery"]),
      paidAt: Timestamp.nullable(),
    }),
    ...chargesFields,
    refundedPrice: Dollars,
    orderStatus: z.enum(orderStatuses),
    trackingNumber: z.string().nullable(),
    carrier: z.string().nullable(),
    trackingUrl: z.url().nullable(),
    termsUrl: z.url().nullable(),
    createdAt: Timestamp,
    shippedAt: Timestamp.nullable(),
    deliveredAt: Timestamp.nullable(),
    cancelledAt: Timestamp.nullable(),
  } satisfies Record<Exclude<keyof Order, OtherwiseNamed>, z.ZodType> & z.core.$ZodShape)
  .meta({ id: "Order", examples: [exampleOrder] })

export function toOrderJson(shop: Shop, order: Order): z.input<typeof OrderJson> {
  const { user, payment } = order
  return {
    _id: order.id,
    number: order.number,
    user: { _id: user.id, name: user.name, email: user.email },
    shippingInfo: toShippingInfoJson(order.shippingInfo),
    orderedItems: order.lines.map((line) => toLineJson(shop, line)),
    paymentInfo: {
      id: payment.intentId,
      status: payment.status,
      method: payment.method,
      paidAt: toTimestampOrNull(payment.paidAt),
    },
    ...toChargesJson(order),
    refundedPrice: toDollars(order.refunded),
    orderStatus: order.status,
    trackingNumber: order.trackingNumber,
    carrier: order.carrier,
    trackingUrl: order.trackingUrl,
    termsUrl: order.hasAgreedText ? shop.identity.url + paths.agreedTerms(order.id) : null,
    createdAt: toTimestamp(order.createdAt),
    shippedAt: toTimestampOrNull(order.shippedAt),
    deliveredAt: toTimestampOrNull(order.deliveredAt),
    cancelledAt: toTimestampOrNull(order.cancelledAt),
  }
}

function toLineJson(
  shop: Shop,
  { id, productId, variantId, name, valueNames, price, quantity, picture }: OrderLine,
): z.input<typeof LineJson> {
  const image = picture ? absolutePictureUrl(picture, shop.identity.url) : placeholderPictureJson(shop).url
  return {
    ...{ _id: id, product: productId, variant: variantId, name, values: valueNames },
    ...{ price: toDollars(price), quantity, image },
  }
}
