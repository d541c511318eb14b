import { z } from "zod"
import { MAX_CART_LINES, MAX_QUANTITY } from "~/domain/cart/cart"
import type { OrderedItem } from "~/domain/cart/view-cart.server"
import { MAX_TOTAL } from "~/domain/money/money"
import { ObjectId } from "~/domain/object-id"
import { CardJson } from "~/domain/payments/card"
import { DestinationJson, ShippingJson } from "~/domain/shipping/shipping-info"
import { codeText } from "~/domain/text/code-text"
import { wholeNumber } from "~/domain/validation/whole-number"

const quantity = wholeNumber(1, MAX_QUANTITY, {
  sentence: "Quantity must be a whole number",
  example: "2",
  tooSmall: "Quantity must be at least 1",
  tooLarge: "This is more than one order can contain",
})

/** A product's id means its only variant, and a variant's id is accepted as well. */
const OrderItemJson = z
  .object(
    {
      product: ObjectId.meta({ description: "The id of the product or of a variant" }),
      variant: ObjectId.optional().meta({ description: "Required if the product has more than one variant" }),
      quantity,
    },
    "Each ordered item has a product and a quantity",
  )
  .transform(({ product, variant, quantity }): OrderedItem => ({ product, variantId: variant ?? product, quantity }))

/** Ignores prices and names sent by the client. */
export const OrderItemsJson = z
  .array(OrderItemJson, "Please list the products you are ordering")
  .min(1, "Please list the products you are ordering")
  .max(MAX_CART_LINES, `An order can have at most ${MAX_CART_LINES} different products`)

export type OrderItemsJson = z.output<typeof OrderItemsJson>

/** One code per order */
const DiscountCodesJson = z
  .array(z.string("A code must be a text").max(200, "There is no such code"), "discountCodes must be a list")
  .max(1, "An order has at most one code")

/** The order's shipping method and discount */
const choiceFields = {
  /** The id or the name of a method; absent or empty means the cheapest. */
  shippingMethod: codeText(100, "shippingMethod must be a text", "There is no such shippingMethod")
    .transform((method) => method || undefined)
    .optional(),
  discountCodes: DiscountCodesJson.optional(),
}

export const OpenPaymentJson = z.object({
  amount: wholeNumber(-MAX_TOTAL, MAX_TOTAL, {
    sentence: "amount must be a whole number of cents",
    example: "13500",
    tooLarge: `amount must be at most ${MAX_TOTAL} cents`,
  }),
  orderedItems: OrderItemsJson.optional(),
  shippingInfo: ShippingJson.optional(),
  ...choiceFields,
})

export type OpenPaymentJson = z.output<typeof OpenPaymentJson>

export const QuoteOrderJson = z.object({
  orderedItems: OrderItemsJson.optional(),
  shippingInfo: DestinationJson.optional(),
  ...choiceFields,
})

export type QuoteOrderJson = z.output<typeof QuoteOrderJson>

const UNKNOWN = "This payment is not known"

export const PlaceOrderJson = z.object({
  paymentInfo: z.object(
    { id: codeText(255, "paymentInfo.id is missing", UNKNOWN).min(1, "paymentInfo.id is missing") },
    "paymentInfo is missing",
  ),
  // Parsed only for payments without a checkout.
  orderedItems: z.unknown().optional(),
  shippingInfo: z.unknown().optional(),
  shippingMethod: choiceFields.shippingMethod.catch(undefined),
  discountCodes: choiceFields.discountCodes.catch(undefined),
})

export type PlaceOrderJson = z.output<typeof PlaceOrderJson>

const approve = z.preprocess(
  (value) => (value === "true" ? true : value === "false" ? false : value),
  z.boolean("approve must be true or false"),
)

/** A card, or the cardholder's decision on a requested approval. */
export const ConfirmCardJson = z
  .object({
    client_secret: codeText(255, "client_secret is missing", "This client_secret is not known"),
    card: CardJson.optional(),
    approve: approve.optional(),
  })
  .refine(({ card, approve }) => card !== undefined || approve !== undefined, "card is missing")

export type ConfirmCardJson = z.output<typeof ConfirmCardJson>
