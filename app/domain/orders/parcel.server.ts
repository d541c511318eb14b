import type { Selectable } from "kysely"
import { carriersOf } from "~/domain/settings/carriers"
import type { Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import type { Tables } from "~db/schema"
import type { ParcelFields } from "./order-schemas"

type ParcelRow = Pick<Selectable<Tables["orders"]>, "tracking_number" | "carrier">

/** @throws ShopError `invalid` for a carrier that is neither in the settings nor the order's own */
export function toParcelRow({ settings }: Tx, order: ParcelRow, { tracking, carrier }: ParcelFields): ParcelRow {
  const isKnown = carrier === "" || carrier === order.carrier
  if (!isKnown && !carriersOf(settings.current).some(({ name }) => name === carrier))
    throw invalid("Choose one of the shop's carriers", "carrier")
  return { tracking_number: tracking || null, carrier: carrier || null }
}

/** The parcel as the audit log shows it */
export function parcelFacts({ tracking_number, carrier }: ParcelRow) {
  return { trackingNumber: tracking_number, carrier }
}
