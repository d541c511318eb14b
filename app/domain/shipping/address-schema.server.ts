import { statesOf } from "./countries.server"
import { ShippingFields } from "./shipping-info"

/** Reports a missing state together with other missing fields. */
export const AddressFields = ShippingFields.refine(
  ({ country, state }) => state !== "" || statesOf(country).length === 0,
  {
    error: "Choose a state",
    path: ["state"],
    when: ({ value }) => typeof (value as { country?: unknown } | null)?.country === "string",
  },
)
