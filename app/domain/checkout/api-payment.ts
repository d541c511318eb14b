import { z } from "zod"
import { LARGEST_QUANTITY, MOST_CART_LINES } from "../cart/cart"
import { LARGEST_TOTAL, SMALLEST_TOTAL } from "../money"
import { ObjectIdField } from "../object-id"
import { CardJson } from "../payments/card"
import { ShippingJson } from "../shipping/shipping-info"

const quantity = z.coerce
  .number("Quantity must be a whole number")
  .int("Quantity must be a whole number")
  .min(1, "Quantity must be at least 1")
  .max(LARGEST_QUANTITY, "That is more than we could ever send")

const OrderedItem = z.object({ product: ObjectIdField, quantity })

/** What is bought, by product and quantity; prices and names that come along are not believed. */
export const OrderedItems = z
  .array(OrderedItem, "Please say what you order")
  .min(1, "Please say what you order")
  .max(MOST_CART_LINES, `An order holds at most ${MOST_CART_LINES} different products`)
  .transform(mergeItems)

export type OrderedItems = z.output<typeof OrderedItems>

/** POST payment/process. */
export const PaymentRequest = z.object({
  amount: z.coerce
    .number("amount must be a whole number of cents")
    .int("amount must be a whole number of cents")
    .min(SMALLEST_TOTAL, `amount must be at least ${SMALLEST_TOTAL} cents`)
    .max(LARGEST_TOTAL, `amount must be at most ${LARGEST_TOTAL} cents`),
  orderedItems: OrderedItems.optional(),
  shippingInfo: ShippingJson.optional(),
})

export type PaymentRequest = z.output<typeof PaymentRequest>

/** POST order/new: of everything the client claims, only who is paid by what is of interest, and to where. */
export const OrderRequest = z.object({
  paymentInfo: z.object(
    { id: z.string("paymentInfo.id is missing").trim().min(1, "paymentInfo.id is missing").max(255) },
    "paymentInfo is missing",
  ),
  // Looked at only when the payment has no frozen checkout.
  orderedItems: z.unknown(),
  shippingInfo: z.unknown(),
})

export type OrderRequest = z.output<typeof OrderRequest>

const approve = z.preprocess((value) => (value === "true" ? true : value === "false" ? false : value), z.boolean())

/** POST sandbox/confirm: a card, or the answer to the approval it asked for. */
export const SandboxConfirmation = z
  .object({
    client_secret: z.string("client_secret is missing").max(255),
    card: CardJson.optional(),
    approve: approve.optional(),
  })
  .refine(({ card, approve }) => card !== undefined || approve !== undefined, "card is missing")

export type SandboxConfirmation = z.output<typeof SandboxConfirmation>

/** The same product twice is one line. */
function mergeItems(items: z.output<typeof OrderedItem>[]): z.output<typeof OrderedItem>[] {
  const merged = new Map<string, number>()
  for (const { product, quantity } of items) merged.set(product, (merged.get(product) ?? 0) + quantity)
  return [...merged].map(([product, quantity]) => ({ product, quantity }))
}
