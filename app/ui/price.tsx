const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" })

/** "$1,234.50" from 123450 cents. */
export function formatPrice(cents: number): string {
  return dollars.format(cents / 100)
}

export function Price({ cents }: { cents: number }) {
  return (
    <data className="price" value={(cents / 100).toFixed(2)}>
      {formatPrice(cents)}
    </data>
  )
}
