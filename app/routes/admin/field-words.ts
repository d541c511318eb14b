import type { Control } from "~/domain/records/control"

/** Names a field outside of its form: `paymentStatus` as "Payment status", `price2` as "Price (2)". */
export function fieldWords(name: string, control?: Pick<Control, "label" | "auditLabel">): string {
  if (control?.auditLabel) return control.label
  const known = fieldNames[name]
  if (known) return known
  const words = wordsOf(name)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function wordsOf(name: string): string {
  if (acronyms.has(name)) return name.toUpperCase()
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\d{1,3}$/, " ($&)")
}

const acronyms = new Set(["sku", "gtin", "mpn"])

/** Those that people see under other words than their names' */
const fieldNames: Record<string, string> = {
  desc: "Description",
  hsCode: "HS code",
  measureAmount: "Contents",
  measureUnit: "Unit of its contents",
  pictures: "Images",
  isOn: "Offered to shoppers",
}
