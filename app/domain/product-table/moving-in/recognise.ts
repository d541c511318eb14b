import { bigCommerce } from "./bigcommerce"
import { etsy } from "./etsy"
import { magento } from "./magento"
import { prestaShop, prestaShopCombinations } from "./prestashop"
import { matchHeadings, type SheetFormat, type SheetKeys } from "./sheet"
import { shopify, shopifyInventory } from "./shopify"
import { square } from "./square"
import { wooCommerce } from "./woocommerce"

/** A file belongs to the first whose required columns it has. */
const formats: readonly SheetFormat[] = [
  ...[shopify, shopifyInventory, bigCommerce, square, etsy, magento, prestaShopCombinations, wooCommerce, prestaShop],
] as readonly SheetFormat[]

interface Recognised {
  format: SheetFormat
  keys: SheetKeys
}

/** Finds the system that has written a file, by its headings and some rows; null for an unknown one. */
export function recognise(headings: readonly string[], rows: readonly (readonly string[])[]): Recognised | null {
  for (const format of formats) {
    const keys = format.recognise?.(headings, rows) ?? matchHeadings(format, headings)
    if (keys) return { format, keys }
  }
  return null
}

/** Returns what a file looks like, and the columns that it lacks. */
export function closestFormat(headings: readonly string[]): { name: string; missing: string[] } | null {
  const counted = formats.map((format) => {
    const keys = new Set(findUsed(format, headings))
    const missing = format.required
      .filter((key) => !keys.has(key))
      .map((key) => format.columns[key]?.headings[0] ?? key)
    return { name: format.name, missing, found: keys.size }
  })
  const [best] = counted.sort((one, other) => other.found - one.found)
  return best && best.found >= 3 ? { name: best.name, missing: best.missing } : null
}

function findUsed(format: SheetFormat, headings: readonly string[]): string[] {
  return (matchHeadings({ columns: format.columns, required: [] }, headings) ?? []).flatMap((key) => key ?? [])
}
