import { Lines } from "~/ui/lines"

export interface AddressView {
  /** The lines as on a letter in its country, below the name */
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

/** Rendered as blocks, so that a copied address keeps its lines; never translated, because a carrier reads them. */
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

/** The place of collection, for an order that is not shipped */
export function CollectedAt({ address, hours }: { address: string; hours: string }) {
  return (
    <p className="as-written">
      <Lines text={[address, hours].filter(Boolean).join("\n")} />
    </p>
  )
}
