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

export function Address({ name, address: { address, city, state, country, pinCode, phoneNo } }: AddressProps) {
  return (
    <address className="address">
      {name && <strong>{name}</strong>}
      <span>{address}</span>
      <span>
        {city} {state} {pinCode}
      </span>
      <span>{country}</span>
      <span>Phone {phoneNo}</span>
    </address>
  )
}
