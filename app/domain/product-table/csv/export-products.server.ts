import type { Staff } from "~/domain/accounts/actor"
import { csvOf } from "~/domain/csv/csv-table.server"
import type { Shop } from "~/domain/shop"
import { matchingProducts, sortProductTable } from "../product-table.server"
import type { ProductTableFilter } from "../product-table-filter"
import { csvLines, productColumns } from "./product-columns"
import { readCsvProducts } from "./read-csv-products.server"

/** The number of products in memory, with all variants; other requests run in between. */
const SLICE = 200

/** Yields a CSV file that can be imported without any change. */
export async function* exportProducts(
  shop: Shop,
  _staff: Staff<"products.see">,
  filter: ProductTableFilter,
): AsyncGenerator<string> {
  const rows = await sortProductTable(matchingProducts(shop, filter), filter.sort).select("products.id").execute()
  const ids = rows.map((row) => row.id)
  const slices = async function* () {
    for (let start = 0; start < ids.length; start += SLICE) {
      yield (await readCsvProducts(shop, ids.slice(start, start + SLICE))).flatMap(csvLines)
    }
  }
  yield* csvOf(productColumns, slices())
}
