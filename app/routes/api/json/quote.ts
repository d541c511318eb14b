import { z } from "zod"
import { type CartLine, describeUnavailability } from "~/domain/cart/cart-lines.server"
import type { CartView } from "~/domain/cart/view-cart.server"
import { absolutePictureUrl } from "~/domain/media/picture"
import { toDollars } from "~/domain/money/format-money"
import type { OfferedMethod } from "~/domain/pricing/shipping-methods"
import type { Shop } from "~/domain/shop"
import { chargesFields, toChargesJson } from "./charges"
import { exampleQuote } from "./examples"
import { Dollars, Id } from "./fields"
import { placeholderPictureJson } from "./picture"

const LineJson = z.object({
  product: Id,
  variant: Id,
  name: z.string(),
  price: Dollars,
  quantity: z.int().min(1),
  image: z.string(),
  refusal: z.string().nullable().meta({ description: "Why it cannot be bought; it is then not part of the totals." }),
})

const MethodJson = z.object({
  _id: z.string(),
  name: z.string(),
  price: Dollars,
  missingToFree: Dollars.nullable().meta({ description: "0 if it is free, null if it never is." }),
  days: z.object({ from: z.int(), to: z.int() }).nullable().meta({
    description: "Working days, without weekends and the public holidays of the shop and of the destination.",
  }),
  pickup: z.object({ address: z.string(), hours: z.string() }).nullable(),
})

export const QuoteJson = z
  .object({
    orderedItems: z.array(LineJson),
    shippingMethods: z.array(MethodJson).meta({ description: "Empty if this order cannot be shipped there." }),
    codeRefusals: z.array(z.object({ code: z.string(), message: z.string() })),
    ...chargesFields,
  })
  .meta({ id: "Quote", examples: [exampleQuote] })

export function toQuoteJson(shop: Shop, { lines, quote, codeRefusal, discounts }: CartView): z.input<typeof QuoteJson> {
  return {
    orderedItems: lines.map((line) => toLineJson(shop, line)),
    shippingMethods: quote.shipping.methods.map(toMethodJson),
    codeRefusals: codeRefusal === null ? [] : [{ code: discounts.typed, message: codeRefusal }],
    ...toChargesJson(quote),
  }
}

function toLineJson(shop: Shop, line: CartLine): z.input<typeof LineJson> {
  const { productId, variantId, name, price, quantity, picture, unavailability } = line
  return {
    ...{ product: productId, variant: variantId, name, price: toDollars(price), quantity },
    image: picture ? absolutePictureUrl(picture, shop.identity.url) : placeholderPictureJson(shop).url,
    refusal: unavailability === null ? null : describeUnavailability(line),
  }
}

function toMethodJson({ id, price, missingToFree, ...method }: OfferedMethod): z.input<typeof MethodJson> {
  return {
    _id: id,
    ...method,
    price: toDollars(price),
    missingToFree: missingToFree === null ? null : toDollars(missingToFree),
  }
}
