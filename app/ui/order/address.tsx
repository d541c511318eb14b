import { cityLine } from "~/domain/shipping/city-line"

export interface AddressView {
  address: string
  city: string
  /** Names, not codes. */
  state: string
  country: string
  pinCode: string
  phoneNo: string
}

interface AddressProps {
  name?: string
  address: AddressView
}

export function Address({ name, address: { address, country, phoneNo, ...place } }: AddressProps) {
  return (
    <address className="address">
      {name && <strong>{name}</strong>}
      <span>{address}</span>
      <span>{cityLine(place)}</span>
      <span>{country}</span>
      <span>Phone {phoneNo}</span>
    </address>
  )
}

/** Of an order that is not sent */
export function CollectedAt({ address, hours }: { address: string; hours: string }) {
  return <p className="as-written">{[address, hours].filter(Boolean).join("\n")}</p>
}
