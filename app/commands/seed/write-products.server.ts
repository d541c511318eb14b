import { sql } from "kysely"
import { noteEverythingChanged } from "~/domain/catalog/catalog-changes.server"
import type { Category } from "~/domain/catalog/categories/category"
import { newObjectId } from "~/domain/object-id.server"
import type { Tx } from "~/domain/shop"
import type { InventedProduct } from "./invent-product"
import type { SharedPictures } from "./seed-pictures.server"

type SeedProduct = InventedProduct & {
  createdAt: Date
  sizes?: boolean
  shelf: Pick<Category, "key" | "name">
}

export interface SeedData {
  reviewers: { id: string; name: string }[]
  pictures: SharedPictures[]
}

/** Replaces the work of the triggers, for all rows together. */
export async function writeProducts(tx: Tx, products: readonly SeedProduct[], stock: SeedData): Promise<void> {
  const now = tx.now().getTime()
  const rows = products.map((product) => {
    const { createdAt, shelf, kind: _, ...facts } = product
    return {
      ...facts,
      category: shelf.key,
      shelf: shelf.name,
      id: newObjectId(createdAt),
      created_at: createdAt.toISOString(),
      picture: pictureFor(product, stock),
      sizes: product.sizes ? sizesOf(product) : [],
    }
  })
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx.db)
  await insertProducts(tx, JSON.stringify(rows))
  await insertSearchWords(tx, JSON.stringify(searchWeights(products)))
  await insertReviews(tx, JSON.stringify(rows.flatMap((row) => reviewsOf(row, stock, now))))
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx.db)
  await sql`update catalog_version set version = version + 1, shelf_version = shelf_version + 1`.execute(tx.db)
  await noteEverythingChanged(tx)
}

const tables = ["products", "variants", "product_descriptions", "stock_ledger"]

async function insertProducts(tx: Tx, rows: string): Promise<void> {
  await sql`
    with seeds as materialized (
      select seed.*, cardinality(ratings) as num_reviews,
        (select coalesce(sum(rating), 0) from unnest(ratings) rating) as rating_halves
      from jsonb_to_recordset(${rows}::jsonb) seed (
        id text, name text, "desc" text, category text, shelf text, price integer, stock integer, created_at timestamptz,
        ratings integer[], picture text, sizes jsonb)),
    sizes as materialized (
      select seeds.id as product_id, seeds.created_at, size.*
      from seeds, jsonb_to_recordset(sizes) size (id text, name text, position integer, price integer, stock integer)),
    new_products as (
      insert into products (id, name, category, price, highest_price, stock, num_reviews, rating_halves, created_at,
        updated_at, words, options, option_tags)
      select id, name, category, price, coalesce((sizes->-1->>'price')::integer, price), stock, num_reviews, rating_halves,
        created_at, created_at,
        product_words(name, shelf, "desc") || array_to_tsvector(array(
          select unnest(array[lower(size->>'name'), 'sku:' || (size->>'id')]) from jsonb_array_elements(sizes) size)),
        case when sizes = '[]' then '[]' else ${sizeOptions}::jsonb end,
        array(
          select 'size=' || lower(size->>'name') from jsonb_array_elements(sizes) size
          where (size->>'stock')::integer > 0 order by 1)
      from seeds),
    new_variants as (
      insert into variants (id, product_id, price, stock, created_at, updated_at, removed_at)
      select id, id, price, case when sizes = '[]' then stock else 0 end, created_at, created_at,
        case when sizes <> '[]' then created_at end from seeds),
    new_sizes as (
      insert into variants (id, product_id, option_values, title, sku, price, stock, position, created_at, updated_at)
      select id, product_id, array[lower(name)], name, id, price, stock, position, created_at, created_at from sizes),
    new_descriptions as (insert into product_descriptions select id, "desc" from seeds),
    new_images as (
      insert into product_images (id, product_id, picture_id, position)
      select id, id, picture, 0 from seeds where picture is not null)
    insert into stock_ledger (variant_id, change, reason, created_at)
    select id, stock, 'opening', created_at from seeds where stock > 0 and sizes = '[]'
    union all
    select id, stock, 'opening', created_at from sizes where stock > 0`.execute(tx.db)
}

const sizes = ["S", "M", "L"]
const sizeOptions = JSON.stringify([
  { name: "Size", values: sizes.map((name) => ({ name, slug: name.toLowerCase() })) },
])

/** Larger variants cost a tenth more each, and share the units. */
function sizesOf({ price, stock = 0, createdAt }: SeedProduct) {
  return sizes.map((name, position) => ({
    id: newObjectId(createdAt),
    name,
    position,
    price: price + position * Math.ceil(price / 10),
    stock: Math.floor((stock + position) / sizes.length),
  }))
}

/** Weights words as the triggers do: tenfold in names. */
function searchWeights(products: readonly SeedProduct[]): { word: string; weight: number }[] {
  const weights = new Map<string, number>()
  const weigh = (text: string, worth: number) => {
    for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? []) weights.set(word, (weights.get(word) ?? 0) + worth)
  }
  for (const { name, shelf, desc } of products) {
    weigh(name, 10)
    weigh(`${shelf.name} ${desc}`, 1)
  }
  return [...weights].map(([word, weight]) => ({ word, weight }))
}

async function insertSearchWords(tx: Tx, words: string): Promise<void> {
  await sql`
    insert into search_words (word, weight)
    select word, weight from jsonb_to_recordset(${words}::jsonb) seed (word text, weight integer) order by word
    on conflict (word) do update set weight = least(search_words.weight + excluded.weight, 1000000000)`.execute(tx.db)
}

async function insertReviews(tx: Tx, rows: string): Promise<void> {
  await sql`
    insert into reviews (id, product_id, user_id, name, rating_halves, comment, created_at, updated_at)
    select id, product_id, user_id, name, rating_halves, comment, created_at, created_at
    from jsonb_to_recordset(${rows}::jsonb) seed (
      id text, product_id text, user_id text, name text, rating_halves integer, comment text, created_at timestamptz)`.execute(
    tx.db,
  )
}

const comments = [
  ["Not what I hoped for.", "It broke within a month.", "Sent it back."],
  ["It does the job, no more.", "Fine for the price.", "Smaller than I thought, but usable."],
  ["Good, and well packed.", "Does what it says.", "I would buy it again."],
  [
    "Excellent from the first day.",
    "Better than the one I had for twice the price.",
    "Everybody asks me where it is from.",
  ],
]

function reviewsOf(
  product: Pick<InventedProduct, "ratings"> & { id: string; created_at: string },
  { reviewers }: SeedData,
  now: number,
) {
  const since = Date.parse(product.created_at)
  return product.ratings.map((rating, index) => {
    const reviewer = reviewers[(since + index) % reviewers.length] as SeedData["reviewers"][number]
    const writtenAt = new Date(since + ((now - since) * (index + 1)) / (product.ratings.length + 1))
    const words = comments[Math.min(3, Math.floor(rating / 2.6))] as string[]
    return {
      id: newObjectId(writtenAt),
      product_id: product.id,
      user_id: reviewer.id,
      name: reviewer.name,
      rating_halves: rating,
      comment: words[(since + index) % words.length],
      created_at: writtenAt.toISOString(),
    }
  })
}

function pictureFor({ shelf, price }: SeedProduct, { pictures }: SeedData): string | null {
  const ids = pictures.find(({ category }) => category === shelf.key)?.ids ?? []
  return ids[price % Math.max(1, ids.length)] ?? null
}
