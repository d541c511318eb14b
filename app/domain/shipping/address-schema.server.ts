import { statesOf } from "./countries.server"
import { ShippingFields } from "./shipping-info"

/** The shipping page's form: a missing state is complained of in the same round as all else that is missing. */
export const AddressFields = ShippingFields.refine(
  ({ country, state }) => state !== "" || statesOf(country).length === 0,
  {
    error: "Choose a state",
    path: ["state"],
    when: ({ value }) => typeof (value as { country?: unknown } | null)?.country === "string",
  },
)
