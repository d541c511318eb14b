import type { Order } from "~/domain/orders/order"

export type TrackedParcel = Pick<Order, "trackingNumber" | "carrier" | "trackingUrl">

/** The number, with a link where the carrier shows the parcel */
export function TrackingNumber({ parcel: { trackingNumber, carrier, trackingUrl } }: { parcel: TrackedParcel }) {
  return (
    <>
      {carrier && `${carrier} `}
      {trackingUrl ? (
        <a href={trackingUrl} rel="external noreferrer">
          {trackingNumber}
        </a>
      ) : (
        trackingNumber
      )}
    </>
  )
}
