import { sql } from "kysely"
import { productFactColumns, toProductFacts } from "~/domain/catalog/product-rows.server"
import { toPublication } from "~/domain/catalog/publication/publication"
import { storedPublication } from "~/domain/catalog/publication/publication.server"
import { noSalePrice, toStoredPrices } from "~/domain/catalog/sale"
import { offerRecord, setPricesRecord } from "~/domain/catalog/variants/variant-record"
import { liveVariants, toEditedVariant } from "~/domain/catalog/variants/variant-rows.server"
import { daysOf } from "~/domain/days/shop-days.server"
import type { Queryable } from "~/domain/shop"
import type { CsvProduct } from "./product-columns"

/** Omits deleted products. */
export async function readCsvProducts(shop: Queryable, ids: readonly string[]): Promise<CsvProduct[]> {
  if (ids.length === 0) return []
  const rows = await shop.db
    .selectFrom("products")
    .innerJoin("product_descriptions", "product_descriptions.product_id", "products.id")
    .select([
      ...productFactColumns,
      "description",
      "facts",
      "options",
      "tax_class",
      ...storedPublication,
      liveVariants.as("variants"),
    ])
    .select(
      sql<string[]>`array(
        select picture_id::text from product_images where product_id = products.id order by position)`.as("pictures"),
    )
    .where(sql<boolean>`products.id = any(${ids})`)
    .where("deleted_at", "is", null)
    .execute()
  const days = daysOf(shop)
  const products = rows.map((row): CsvProduct => {
    const { description, facts, options, pictures } = row
    const variants = row.variants.map((variant) => ({
      ...{
        id: variant.id,
        values: variant.values,
        stored: toStoredPrices(variant, days),
        pictureId: variant.picture?.id ?? null,
      },
      ...{ ...toEditedVariant(variant, days), uncountedUnits: variant.uncountedUnits },
    }))
    const [only] = options.length === 0 ? variants : []
    const own = {
      ...toProductFacts(row),
      desc: description,
      facts,
      taxClass: row.tax_class,
      ...toPublication(row, days),
      setPrices: only ? setPricesRecord.pick(only) : { ...offerRecord.valuesOf(row), ...noSalePrice },
      uncounted: only?.uncounted ?? false,
    }
    return { ...own, options, variants, pictures }
  })
  const byId = new Map(products.map((product) => [product.id, product]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
