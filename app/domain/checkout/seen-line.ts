/** A line as the shopper saw it on the confirm page; compared, never believed. */
export interface SeenLine {
  product: string
  quantity: number
  /** Cents. */
  price: number
}

export function writeSeen({ product, quantity, price }: SeenLine): string {
  return `${product}.${quantity}.${price}`
}

/** Reads what `writeSeen` wrote; null for anything else. */
export function readSeen(text: string): SeenLine | null {
  const [, product, quantity, price] = /^([0-9a-f]{24})\.(\d{1,9})\.(\d{1,9})$/.exec(text) ?? []
  return product ? { product, quantity: Number(quantity), price: Number(price) } : null
}
