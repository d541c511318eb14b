import type { ImportedSale } from "../csv/imported-product"
import type { RowReader } from "./row-reader"

const DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]|$)/

/**
 * Returns the days of a sale, in the time zone of the other shop; a cell that is no day such as `2026-12-24` is listed.
 */
export function saleDays<Key extends string>(
  reader: RowReader<Key>,
  from: Key,
  until: Key,
): Pick<ImportedSale, "from" | "until"> {
  return { from: dayOf(reader, from), until: dayOf(reader, until) }
}

function dayOf<Key extends string>(reader: RowReader<Key>, key: Key): string | null {
  const text = reader.text(key)
  if (text === "" || /^0000-00-00/.test(text)) return null
  const [, year = "", month = "", day = ""] = DAY.exec(text) ?? american(text) ?? []
  if (year !== "") return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  reader.change(key, "", "It is no day such as 2026-12-24")
  return null
}

/** Magento writes `12/24/26`. */
function american(text: string): [string, string, string, string] | null {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})(?:,|[T ]|$)/.exec(text) ?? []
  if (!month || !day || !year) return null
  return [text, year.length === 2 ? `20${year}` : year, month, day]
}

interface PriceKeys<Key> {
  regular: Key
  sale: Key
}

/** Returns today's price: a sale that has not begun, or has ended, is none. */
export function priceCells<Key extends string>(
  reader: RowReader<Key>,
  { regular, sale: saleKey }: PriceKeys<Key>,
  sale: ImportedSale | undefined,
): { price: string; compareAtPrice: string } {
  const usual = reader.money(regular)
  if (!sale) return { price: usual, compareAtPrice: "" }
  const { today } = reader.context.known
  if (usual === "") return { price: sale.price, compareAtPrice: "" }
  if (!(Number(sale.price) < Number(usual))) {
    reader.change(saleKey, "", "It is not below the regular price")
    return { price: usual, compareAtPrice: "" }
  }
  if (sale.until !== null && sale.until < today) {
    reader.change(saleKey, "", `This sale ended on ${sale.until}`)
    return { price: usual, compareAtPrice: "" }
  }
  if (sale.from !== null && sale.from > today) {
    reader.change(saleKey, "", `This sale begins on ${sale.from}`)
    return { price: usual, compareAtPrice: "" }
  }
  return { price: sale.price, compareAtPrice: usual }
}
