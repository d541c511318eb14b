import type { MeasureBase } from "./measure"

export interface UnitPrice {
  /** Cents, with a decimal where the law asks for tenths */
  price: number
  per: MeasureBase
}

export const baseNames: Record<MeasureBase, string> = {
  kg: "kg",
  l: "l",
  m: "m",
  m2: "m²",
  m3: "m³",
  piece: "piece",
}

/** Formats an amount such as `12.50`, or `0.125` with tenths of a cent. */
export function unitPriceText({ price }: UnitPrice): string {
  return (price / 100).toFixed(Number.isInteger(price) ? 2 : 3)
}
