import { z } from "zod"
import type { ShippingInfo } from "~/domain/shipping/shipping-info"
import { exampleShippingInfo } from "./examples"

export const ShippingInfoJson = z
  .object({
    address: z.string(),
    suburb: z.string(),
    city: z.string(),
    state: z.string(),
    country: z.string(),
    pinCode: z.string(),
    phoneNo: z.string(),
  })
  .meta({ id: "ShippingInfo", examples: [exampleShippingInfo] })

/** `suburb` and `city` are two names for the same value. */
export function toShippingInfoJson(info: ShippingInfo): z.input<typeof ShippingInfoJson> {
  const { address, city, state, country, pinCode, phoneNo } = info
  return { address, suburb: city, city, state, country, pinCode, phoneNo }
}
