import { PersonName } from "~/domain/accounts/account"
import { across } from "~/domain/form-rules"
import type { PricingRules } from "~/domain/pricing/rules"
import type { Queryable } from "~/domain/shop"
import { statesOf } from "./countries.server"
import { type AddressError, addressErrors } from "./delivery-rules"
import { findCountry, findState } from "./regions/find-region.server"
import { ShippingFields } from "./shipping-info"

const AddressForm = ShippingFields.extend({ name: PersonName.optional() })

/** Reports a missing state and violations of the zone's rules together with other missing fields. */
export function addressFields({ settings }: Pick<Queryable, "settings">) {
  const { pricing } = settings.current
  return AddressForm.refine(({ country, state }) => state !== "" || statesOf(country).length === 0, {
    error: "Choose a state",
    path: ["state"],
    ...across("country", "state"),
  })
    .refine(...demandOf("country", pricing))
    .refine(...demandOf("pinCode", pricing))
    .refine(...demandOf("phoneNo", pricing))
}

function demandOf(field: AddressError["field"], rules: PricingRules) {
  const errorOf = (value: unknown) => errorAt(field, rules, value as Partial<ShippingFields>)
  const isRight = (value: object) => errorOf(value) === undefined
  return [
    isRight,
    {
      error: ({ input }: { input?: unknown }) => errorOf(input),
      path: [field] as PropertyKey[],
      ...across(field),
    },
  ] as const
}

function errorAt(field: AddressError["field"], rules: PricingRules, typed: Partial<ShippingFields>) {
  const { phoneNo = "", pinCode = "" } = typed
  const country = findCountry(typed.country ?? "")?.code ?? ""
  if (field === "country" && country === "") return undefined
  const state = findState(country, typed.state ?? "")?.code ?? ""
  const errors = addressErrors(rules, { country, state, pinCode, phoneNo })
  return errors.find((one) => one.field === field)?.message
}
