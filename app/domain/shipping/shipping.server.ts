import { sql } from "kysely"
import type { RateLimitRule } from "~/domain/rate-limits"
import type { Buyer } from "../accounts/actor"
import { updateShippingInfo } from "../accounts/profile.server"
import type { Queryable, Shop } from "../shop"
import { invalid } from "../shop-error"
import { findRegion, listCountries, statesOf } from "./countries.server"
import type { ShippingFields, ShippingInfo } from "./shipping-info"

export function checkShipping(input: ShippingFields): ShippingInfo {
  const country = findRegion(listCountries(), input.country)
  if (!country) throw invalid("Choose a country from the list", "country")
  const states = statesOf(country.code)
  const state = findRegion(states, input.state)
  if (states.length > 0 && !state) throw invalid("Choose a state", "state")
  const { address, suburb, pinCode, phoneNo } = input
  return { address, city: suburb, state: state?.code ?? "", country: country.code, pinCode, phoneNo }
}

/** Keeps unknown regions of a paid order as they were sent. */
export function keepShipping({ address, suburb, pinCode, phoneNo, ...sent }: ShippingFields): ShippingInfo {
  const country = findRegion(listCountries(), sent.country)
  const state = country && findRegion(statesOf(country.code), sent.state)
  return {
    address,
    city: suburb,
    state: state?.code ?? sent.state,
    country: country?.code ?? sent.country,
    pinCode,
    phoneNo,
  }
}

const savedByMember: RateLimitRule = { name: "shipping-member", points: 120, minutes: 60 }

export async function saveShipping(shop: Shop, member: Buyer, input: ShippingFields): Promise<void> {
  const info = checkShipping(input)
  await shop.limits.consume(savedByMember, member.id)
  await updateShippingInfo(shop, member, info)
}

export async function findShipping(shop: Queryable, member: Buyer): Promise<ShippingInfo | null> {
  const row = await shop.db.selectFrom("users").select("shipping_info").where("id", "=", member.id).executeTakeFirst()
  return row?.shipping_info ?? null
}

export function describeShipping(info: ShippingInfo): { state: string; country: string } {
  const country = findRegion(listCountries(), info.country)
  const state = findRegion(statesOf(info.country), info.state)
  return { state: state?.name ?? info.state, country: country?.name ?? info.country }
}

export function viewAddress(info: ShippingInfo): ShippingInfo {
  return { ...info, ...describeShipping(info) }
}

export const anonymizedShippingInfo = sql<string>`shipping_info || '{"address": "", "pinCode": "", "phoneNo": ""}'`
