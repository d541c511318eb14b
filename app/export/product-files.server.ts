import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import type pg from "pg"
import type { Measure } from "~/domain/catalog/measures/measure"
import { measureRecord } from "~/domain/catalog/measures/measure-record"
import { type Publication, type PublicationRow, toPublication } from "~/domain/catalog/publication/publication"
import { noSalePrice, toStoredPrices } from "~/domain/catalog/sale"
import { type Offer, offerRecord, type SetPrices, setPricesRecord } from "~/domain/catalog/variants/variant-record"
import { editedVariantPairs, toEditedVariant, type VariantRow } from "~/domain/catalog/variants/variant-rows.server"
import type { Days } from "~/domain/days/days"
import { daysOf } from "~/domain/days/shop-days.server"
import { type FileSums, sumIn } from "~/domain/media/file-sum.server"
import { variantName } from "~/domain/media/picture"
import { readFile } from "~/domain/media/read-file.server"
import { type CsvProduct, type CsvVariant, csvLines, productColumns } from "~/domain/product-table/csv/product-columns"
import { namedColumns } from "~/domain/records/record-sql.server"
import type { Shop } from "~/domain/shop"
import { PRIVATE_FILE, writeTable } from "./export-files.server"

interface ProductRow extends CsvProduct, Offer {
  variants: (CsvVariant & { id: string; title: string })[]
  rating: number
  reviews: number
  createdAt: Date
  images: { key: string; widths: number[]; sums: FileSums | null; alt: string }[]
}

type BatchRow = Omit<ProductRow, keyof Publication | "variants" | "setPrices" | "uncounted"> &
  PublicationRow & { variants: (VariantRow & { pictureId: string | null })[] }

const BATCH = 500
export const PICTURES = "pictures"

const NEXT_BATCH = `
  select id, name, category_name(category) as category, tax_class as "taxClass", ${namedColumns(offerRecord, "products")},
    ${namedColumns(measureRecord, "products")}, stock, coalesce(description, '') as desc, coalesce(facts, '{}') as facts,
    options, is_draft, published_from, published_until, rating::float8 as rating, num_reviews as reviews, created_at as "createdAt",
    array(select picture_id::text from product_images where product_id = products.id order by position) as pictures,
    (
      select json_agg(json_build_object('id', id, 'values', option_values, 'title', title, ${editedVariantPairs},
        'pictureId', picture_id) order by position, id)
      from variants where product_id = products.id and removed_at is null) as variants,
    coalesce((
      select json_agg(json_build_object('key', key, 'widths', widths, 'sums', sums, 'alt', alt) order by position)
      from product_images join pictures on pictures.id = picture_id where product_id = products.id), '[]') as images
  from products left join product_descriptions on product_descriptions.product_id = products.id
  where deleted_at is null and id > $1 order by id limit ${BATCH}`

/** Writes the CSV of the back office's import, JSON, and the pictures as JPEG in their largest size. */
export async function writeProductFiles(
  client: pg.ClientBase,
  { media, settings }: Pick<Shop, "media" | "settings">,
  folder: string,
  onProgress: (line: string) => void,
): Promise<void> {
  let [products, pictures] = [0, 0]
  const days = daysOf({ settings })
  const batches = async function* () {
    for await (const batch of readBatches(client, days)) {
      yield batch
      products += batch.length
      onProgress(`products: ${products}, ${pictures} pictures`)
    }
  }
  const lineOf = async (product: ProductRow) => {
    const images = await savePictures(media, folder, product)
    pictures += images.length
    return productLine(product, images)
  }
  await writeTable(join(folder, "products"), productColumns, batches(), { lineOf, csvLines, days })
}

async function* readBatches(client: pg.ClientBase, days: Days): AsyncGenerator<ProductRow[]> {
  for (let last = ""; ; ) {
    const { rows } = await client.query<BatchRow>(NEXT_BATCH, [last])
    const final = rows.at(-1)
    if (!final) return
    yield rows.map((row) => toProduct(row, days))
    last = final.id
  }
}

function toProduct({ is_draft, published_from, published_until, ...row }: BatchRow, days: Days): ProductRow {
  const variants = row.variants.map((variant) => {
    const { id, values, title, pictureId } = variant
    return { id, values, title, ...toEditedVariant(variant, days), stored: toStoredPrices(variant, days), pictureId }
  })
  const [only] = row.options.length === 0 ? variants : []
  return {
    ...row,
    ...toPublication({ is_draft, published_from, published_until }, days),
    setPrices: only ? setPricesRecord.pick(only) : { ...offerRecord.pick(row), ...noSalePrice },
    uncounted: only?.uncounted ?? false,
    variants,
  }
}

/** Skips pictures that the store does not have intact. */
async function savePictures(media: Shop["media"], folder: string, { id, images }: ProductRow) {
  const saved: { file: string; alt: string }[] = []
  for (const [index, { key, widths, sums, alt }] of images.entries()) {
    const name = variantName(key, Math.max(...widths), "jpg")
    const picture = await readFile(media, name, sumIn(sums, name))
    if (picture.state !== "whole") continue
    const file = `${PICTURES}/${id}-${index + 1}.jpg`
    await writeFile(join(folder, file), picture.bytes, PRIVATE_FILE)
    saved.push({ file, alt })
  }
  return saved
}

function productLine({ id, pictures, variants, setPrices, uncounted, ...facts }: ProductRow, images: object[]) {
  const versions = variants.map(({ id, pictureId, stored, ...variant }) => {
    return { _id: id, ...variant, ...offerOf(variant), picture: pictures.indexOf(pictureId ?? "") + 1 || null }
  })
  return {
    _id: id,
    ...facts,
    ...offerOf({ ...setPrices, ...measureRecord.pick(facts) }),
    uncounted,
    variants: versions,
    images,
  }
}

/** The prices that staff set, and the contents: amounts and days as texts, or null. */
function offerOf(values: SetPrices & Measure): Record<string, string | null> {
  const texts = Object.entries({ ...setPricesRecord.textsOf(values), ...measureRecord.textsOf(values) })
  return Object.fromEntries(texts.map(([name, text]) => [name, text || null]))
}
