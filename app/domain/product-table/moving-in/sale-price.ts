import { CatalogDay } from "~/domain/catalog/day-field"
import type { SetPrices } from "~/domain/catalog/variants/variant-record"
import type { Day } from "~/domain/days/days"
import type { ImportedSale } from "../csv/imported-product"
import type { ReadContext } from "./read-context"
import type { RowReader } from "./row-reader"

const DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]|$)/

/**
 * Returns the days of a sale, in the time zone of the other shop; a cell that is not a date such as `2026-12-24` is listed.
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
  const read = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  if (CatalogDay.safeParse(read).success) return read
  reader.change(key, "", "It is not a date such as 2026-12-24", { about: "prices" })
  return null
}

/** Magento writes `12/24/26`. */
function american(text: string): [string, string, string, string] | null {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})(?:,|[T ]|$)/.exec(text) ?? []
  if (!month || !day || !year) return null
  return [text, year.length === 2 ? `20${year}` : year, month, day]
}

/** Returns a price less a discount, such as `10%` or `5.00`. */
export function discounted(price: number, discount: string): number {
  return discount.endsWith("%") ? price * (1 - Number(discount.slice(0, -1)) / 100) : price - Number(discount)
}

interface PriceKeys<Key> {
  regular: Key
  sale: Key
  /** Whether the price keeps its further decimals, because tax is added to it */
  isNet?: boolean
}

type PriceCells = Partial<Record<keyof SetPrices, string>>

/**
 * Returns the price outside of the sale, with a sale that has begun or will begin. A sale without days is a reduced
 * price; one that has ended, or does not reduce the price, is listed and left out.
 */
export function priceCells<Key extends string>(
  reader: RowReader<Key>,
  { regular, sale: saleKey, isNet = false }: PriceKeys<Key>,
  sale: ImportedSale | undefined,
): PriceCells {
  const price = isNet ? reader.amount(regular) : reader.money(regular)
  if (!sale) return { price }
  const { from, until } = sale
  const hasDays = from !== null || until !== null
  if (price === "" && !hasDays) return { price: sale.price }
  const reason = unusable(sale, price, reader.context.known.today)
  if (reason !== null) {
    const group = until !== null && reason.endsWith(until) ? { group: "This sale has ended" } : {}
    reader.change(saleKey, "", reason, { about: "prices", ...group })
    return { price }
  }
  if (!hasDays) return { price: sale.price, compareAtPrice: price }
  return { price, salePrice: sale.price, saleFrom: from ?? "", saleUntil: until ?? "" }
}

function unusable({ price: reduced, from, until }: ImportedSale, price: string, today: Day): string | null {
  if (until !== null && until < today) return `This sale ended on ${until}`
  if (from !== null && until !== null && until < from) return "The last day of this sale is before its first"
  if (price === "") return "It has no regular price"
  if (!(Number(reduced) > 0)) return "A sale price must be more than 0"
  return Number(reduced) < Number(price) ? null : "It is not below the regular price"
}

/** Says in which time zone the days of sales were read, if the file has any. */
export function noteSaleDays<Key extends string>(context: ReadContext<Key>, from: Key, until: Key): void {
  if (!context.has(from) && !context.has(until)) return
  context.note(`Days of sale prices were read in the time zone ${context.known.timeZone}`)
}
