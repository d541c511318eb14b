import type { Order } from "~/domain/orders/order"

export type TrackedParcel = Pick<Order, "trackingNumber" | "carrier" | "trackingUrl">

/** Shows the number, with a link if the carrier tracks the parcel. */
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
