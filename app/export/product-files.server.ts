import type pg from "pg"
import { productTexts } from "~/domain/catalog/product-fields"
import { csvOf } from "~/domain/csv/csv-table.server"
import { variantName } from "~/domain/media/picture"
import { type CsvProduct, productColumns } from "~/domain/product-table/product-columns"
import type { Shop } from "~/domain/shop"
import type { WriteFile } from "./export-shop.server"

interface ProductRow extends CsvProduct {
  rating: number
  reviews: number
  createdAt: Date
  images: { key: string; widths: number[]; alt: string }[]
}

const BATCH = 500
export const PICTURES = "pictures"

const NEXT_BATCH = `
  select id, name, category_name(category) as category, price, compare_at_price as "compareAtPrice", stock, coalesce(description, '') as desc,
    rating::float8 as rating, num_reviews as reviews, created_at as "createdAt",
    coalesce((
      select json_agg(json_build_object('key', key, 'widths', widths, 'alt', alt) order by position)
      from product_images join pictures on pictures.id = picture_id where product_id = products.id), '[]') as images
  from products left join product_descriptions on product_descriptions.product_id = products.id
  where deleted_at is null and id > $1 order by id limit ${BATCH}`

/** Writes the CSV of the back office's import, JSON, and the pictures as JPEG in their largest size. */
export async function writeProductFiles(
  client: pg.ClientBase,
  { media }: Pick<Shop, "media">,
  write: WriteFile,
  onProgress: (line: string) => void,
): Promise<void> {
  const json = async function* () {
    let [products, pictures] = [0, 0]
    for await (const batch of readBatches(client)) {
      for (const product of batch) {
        const images = await savePictures(media, write, product)
        products++
        pictures += images.length
        yield `${JSON.stringify(productLine(product, images))}\n`
      }
      onProgress(`products: ${products}, ${pictures} pictures`)
    }
  }
  await write("products.csv", csvOf(productColumns, readBatches(client)))
  await write("products.jsonl", json())
}

async function* readBatches(client: pg.ClientBase): AsyncGenerator<ProductRow[]> {
  for (let last = ""; ; ) {
    const { rows } = await client.query<ProductRow>(NEXT_BATCH, [last])
    const final = rows.at(-1)
    if (!final) return
    yield rows
    last = final.id
  }
}

/** Skips pictures that the store does not have. */
async function savePictures(media: Shop["media"], write: WriteFile, { id, images }: ProductRow) {
  const saved: { file: string; alt: string }[] = []
  for (const [index, { key, widths, alt }] of images.entries()) {
    const bytes = await media.get(variantName(key, Math.max(...widths), "jpg"))
    if (!bytes) continue
    const file = `${PICTURES}/${id}-${index + 1}.jpg`
    await write(file, bytes)
    saved.push({ file, alt })
  }
  return saved
}

function productLine({ id, ...facts }: ProductRow, images: object[]) {
  const { price, compareAtPrice } = productTexts(facts)
  return { _id: id, ...facts, price, compareAtPrice: compareAtPrice || null, images }
}
