import { parse } from "csv-parse/sync"
import type { ImportedProduct } from "../../csv/imported-product"
import { matchHeadings, type SheetFormat, type SheetRow } from "../sheet"

/** Parses another shop's file like the import. */
export async function productsOf<Key extends string>(format: SheetFormat<Key>, csv: string) {
  const [heading, ...rows] = parse(csv.trim(), { info: true, relax_column_count: true }) as unknown as {
    record: string[]
    info: { lines: number }
  }[]
  const keys = matchHeadings(format, heading?.record ?? [])
  if (!keys) throw new Error("this is another file")
  const sheet = rows.map(({ record, info }): SheetRow<Key> => {
    const cells = record.flatMap((cell, place) => (keys[place] && cell.trim() ? [[keys[place], cell]] : []))
    return { line: info.lines, cells: Object.fromEntries(cells) }
  })
  const found = format.read(async function* () {
    yield* sheet
  })
  const products: ImportedProduct[] = []
  for await (const product of found) products.push(product)
  return products
}
