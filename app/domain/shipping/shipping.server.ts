import { sql } from "kysely"
import type { Buyer } from "~/domain/accounts/actor"
import { updateShippingInfo } from "~/domain/accounts/profile.server"
import { todayOf } from "~/domain/days/shop-days.server"
import { differsByPlace, homeOf } from "~/domain/pricing/local-rules"
import type { Destination } from "~/domain/pricing/places"
import type { Quote } from "~/domain/pricing/quote"
import type { PricingRules } from "~/domain/pricing/rules"
import type { RateLimitRule } from "~/domain/rate-limits"
import type { Queryable, Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { compileOnce, preparedStatement } from "~db/prepared-statements.server"
import { listCountries, type Region, statesOf } from "./countries.server"
import { addressErrors, placeError, shippedCountries, telephoneOf } from "./delivery-rules"
import { isTaxedAlike, placesAnywhere, placesInCountry } from "./paid-place"
import { postalLines } from "./postal-lines.server"
import { findCountry, findState } from "./regions/find-region.server"
import { stateOfPostcode } from "./regions/state-of-postcode.server"
import type { ShippingFields, ShippingInfo } from "./shipping-info"

/** @throws ShopError `invalid` at the invalid field, or if the shop does not ship there */
export function checkShipping({ settings }: Pick<Queryable, "settings">, input: ShippingFields): ShippingInfo {
  const { country, state } = findRegions(input)
  if (state === "" && statesOf(country).length > 0) throw invalid("Choose a state", "state")
  const [error] = addressErrors(settings.current.pricing, { ...input, country, state })
  if (error) throw invalid(error.message, error.field)
  const { address, suburb, pinCode } = input
  const phoneNo = telephoneOf(settings.current.pricing, { ...input, country, state })
  return { address, city: suburb, state, country, pinCode, phoneNo }
}

/**
 * State and post code may be missing; the post code may determine a missing state.
 * @throws ShopError `invalid` at the invalid field, or if the shop does not ship there
 */
export function checkDestination({ settings }: Pick<Queryable, "settings">, input: Destination): Destination {
  const { country, state } = findRegions(input)
  if (state === "" && input.state !== "" && statesOf(country).length > 0) throw invalid("Choose a state", "state")
  const { pinCode } = input
  const destination = { country, state: state || (stateOfPostcode(country, pinCode) ?? ""), pinCode }
  const error = placeError(settings.current.pricing, destination)
  if (error) throw invalid(error.message, error.field)
  return destination
}

function findRegions(input: Pick<Destination, "country" | "state">): Pick<Destination, "country" | "state"> {
  const country = findCountry(input.country)
  if (!country) throw invalid("Choose a country from the list", "country")
  return { country: country.code, state: findState(country.code, input.state)?.code ?? "" }
}

export function offeredCountries(rules: Pick<PricingRules, "zones">): Region[] {
  const shipped = shippedCountries(rules)
  return shipped ? listCountries().filter(({ code }) => shipped.has(code)) : listCountries()
}

/** The country of a cart's prices; by default the shop's */
interface CartDestination {
  to: Destination | null
  /** Empty if all have the same prices */
  countries: Region[]
  country: string
  /** The reason why the shop does not ship to the chosen country, without its full stop */
  refusal: string | null
}

export function chooseDestination(shop: Pick<Queryable, "settings">, country: string | null): CartDestination {
  const { pricing } = shop.settings.current
  const home = homeOf(pricing).country
  const countries = differsByPlace(pricing) ? offeredCountries(pricing) : []
  if (country === null || countries.length === 0) return { to: null, countries, country: home, refusal: null }
  const isOffered = countries.some(({ code }) => code === country)
  if (!isOffered) return { to: null, countries, country: home, refusal: "We do not ship to this country" }
  return { to: { country, state: "", pinCode: "" }, countries, country, refusal: null }
}

/** The address of a paid order; texts that are not in the list are unchanged. */
export function keepShipping({ address, suburb, pinCode, phoneNo, ...sent }: ShippingFields): ShippingInfo {
  const country = findCountry(sent.country)?.code ?? sent.country
  const state = findState(country, sent.state)?.code ?? sent.state
  return { address, city: suburb, state, country, pinCode, phoneNo }
}

/**
 * Returns the address for taxes. If an unknown country or state could change the tax on these product classes, the post
 * code determines the state; returns null if it cannot.
 */
export function taxedAddress(
  shop: Pick<Queryable, "settings" | "now">,
  address: ShippingInfo,
  classes: readonly string[],
): ShippingInfo | null {
  const { pricing } = shop.settings.current
  const { country, state, pinCode } = address
  const isTaxed = (places: Destination[]) => isTaxedAlike(pricing, classes, places, todayOf(shop))
  if (!findCountry(country)) return isTaxed(placesAnywhere(pricing)) ? address : null
  if (statesOf(country).length === 0 || findState(country, state)) return address
  if (isTaxed(placesInCountry(pricing, address))) return address
  const found = stateOfPostcode(country, pinCode)
  return found === null ? null : { ...address, state: found }
}

const savedByMember: RateLimitRule = { name: "shipping-member", points: 120, minutes: 60 }

/** This is a guest's only name; an account's name is unchanged. @throws ShopError as `checkShipping`, `tooMany` */
export async function saveShipping(
  shop: Shop,
  buyer: Buyer,
  { name, ...input }: ShippingFields & { name?: string },
): Promise<void> {
  const isGuest = buyer.kind === "guest"
  if (isGuest && !name) throw invalid("Please enter your name", "name")
  const info = checkShipping(shop, input)
  await shop.limits.consume(savedByMember, buyer.id)
  await updateShippingInfo(shop, buyer, info, isGuest ? name : undefined)
}

const selectShipping = compileOnce((db, { id }: Pick<Buyer, "id">) =>
  db.selectFrom("users").modifyFront(preparedStatement).select("shipping_info").where("id", "=", id),
)

/**
 * Returns the saved address with present codes, and without its country or state if neither the list nor the post code
 * has it any more.
 */
export async function findShipping(shop: Queryable, member: Buyer): Promise<ShippingInfo | null> {
  const [row] = await selectShipping(shop.db, member)
  const saved = row?.shipping_info
  if (!saved) return null
  const country = findCountry(saved.country)?.code ?? ""
  const state = findState(country, saved.state)?.code ?? stateOfPostcode(country, saved.pinCode) ?? ""
  return { ...saved, country, state }
}

/** Returns whether an address has all parts, and the list its country and state. */
export function isComplete({ country, state, address, city, pinCode, phoneNo }: ShippingInfo): boolean {
  const hasRegions = country !== "" && (state !== "" || statesOf(country).length === 0)
  return hasRegions && [address, city, pinCode, phoneNo].every((part) => part !== "")
}

/** An imported address may lack parts. @throws ShopError `invalid` for field `shippingInfo` if one is missing */
export function assertComplete(info: ShippingInfo): void {
  if (isComplete(info)) return
  const { country, address, city, pinCode, phoneNo } = info
  const parts = { street: address, city, "post code": pinCode, "telephone number": phoneNo }
  const missing = Object.entries(parts).find(([, part]) => part === "")?.[0]
  if (missing !== undefined) throw invalid(`Please add the ${missing} to your address`, "shippingInfo")
  throw invalid(`Please choose the ${country === "" ? "country" : "state"} of your address again`, "shippingInfo")
}

/** @throws ShopError `invalid` for field `shippingInfo` if no method is available for this order and address */
export function assertShipped(quote: Pick<Quote, "shippingMethod">, address: ShippingInfo): void {
  if (quote.shippingMethod) return
  throw invalid(`We cannot ship this order to ${describeShipping(address).country}`, "shippingInfo")
}

export function describeShipping(info: ShippingInfo): { state: string; country: string } {
  const state = findState(info.country, info.state)
  return { state: state?.name ?? info.state, country: countryName(info.country) }
}

export function countryName(code: string): string {
  return findCountry(code)?.name ?? code
}

/** An address with the names of its state and country */
export interface AddressView extends ShippingInfo {
  /** The lines below the name, as on a letter */
  lines: string[]
}

export function viewAddress(info: ShippingInfo): AddressView {
  const named = { ...info, ...describeShipping(info) }
  return { ...named, lines: postalLines({ ...named, stateCode: info.state, countryCode: info.country }) }
}

/** Keeps country and state, which decided the taxes, and of post codes in Northern Ireland their area, which did too. */
export const anonymizedShippingInfo = sql<string>`shipping_info || '{"address": "", "city": "", "phoneNo": ""}'
  || jsonb_build_object('pinCode', case when shipping_info ->> 'country' = 'GB'
    and upper(btrim(shipping_info ->> 'pinCode')) ~ '^BT( ?[0-9]|$)' then 'BT' else '' end)`

/** Also matches addresses that earlier releases anonymized with their city. */
export const hasPrivateShippingInfo = sql<boolean>`(shipping_info ->> 'phoneNo' <> '' or shipping_info ->> 'city' <> '')`
