import type { Member } from "../accounts/user"
import type { Books } from "../shop"
import { invalid } from "../shop-error"
import { findRegion, listCountries, statesOf } from "./countries.server"
import type { ShippingInfo, ShippingInput } from "./shipping-info"

/**
 * The address as it will be stored, its country and state found in the list.
 * @throws ShopError `invalid` naming the field
 */
export function checkShipping(input: ShippingInput): ShippingInfo {
  const country = findRegion(listCountries(), input.country)
  if (!country) throw invalid("Choose a country from the list", "country")
  const states = statesOf(country.code)
  const state = findRegion(states, input.state)
  if (states.length > 0 && !state) throw invalid("Choose a state", "state")
  const { address, suburb, pinCode, phoneNo } = input
  return { address, city: suburb, state: state?.code ?? "", country: country.code, pinCode, phoneNo }
}

/** Keeps the address with the account, for this checkout and the next. */
export async function saveShipping(books: Books, member: Member, input: ShippingInput): Promise<void> {
  await books.db
    .updateTable("users")
    .set({ shipping_info: JSON.stringify(checkShipping(input)) })
    .where("id", "=", member.id)
    .execute()
}

/** The address kept with the account. */
export async function findShipping(books: Books, member: Member): Promise<ShippingInfo | null> {
  const row = await books.db.selectFrom("users").select("shipping_info").where("id", "=", member.id).executeTakeFirst()
  return row?.shipping_info ?? null
}

/** The address in words, for pages, mails and receipts. */
export function describeShipping(info: ShippingInfo): { state: string; country: string } {
  const country = findRegion(listCountries(), info.country)
  const state = findRegion(statesOf(info.country), info.state)
  return { state: state?.name ?? info.state, country: country?.name ?? info.country }
}

/** The address with names for its codes. */
export function viewAddress(info: ShippingInfo): ShippingInfo {
  return { ...info, ...describeShipping(info) }
}
