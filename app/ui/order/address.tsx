export interface AddressView {
  /** As on a letter of its country, beneath the name */
  lines: string[]
  phoneNo: string
}

interface AddressProps {
  name?: string
  address: AddressView
}

export function Address({ name, address: { lines, phoneNo } }: AddressProps) {
  return (
    <address className="address">
      <PostalLines name={name} lines={lines} />
      <div>Phone {phoneNo}</div>
    </address>
  )
}

/** Blocks, so that a copied address keeps its lines; never translated, because a carrier reads them. */
export function PostalLines({ name, lines }: { name?: string; lines: readonly string[] }) {
  return (
    <div translate="no">
      {name && (
        <div>
          <strong>{name}</strong>
        </div>
      )}
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  )
}

/** Of an order that is not sent */
export function CollectedAt({ address, hours }: { address: string; hours: string }) {
  return <p className="as-written">{[address, hours].filter(Boolean).join("\n")}</p>
}
