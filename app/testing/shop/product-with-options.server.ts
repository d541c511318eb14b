import { slugify } from "~/domain/catalog/product-path"
import { type ProductOption, variantTitle } from "~/domain/catalog/variants/variant"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop } from "~/domain/shop"
import { addProduct, moveStock } from "./buyers.server"

interface MadeVariant {
  /** Cents. */
  price?: number
  stock?: number
  sku?: string
  pictureId?: string
}

interface NewProductWithOptions {
  name?: string
  /** Cents, of every variant that has no price of its own. */
  price?: number
  /** The names of the values by the name of their option. */
  options?: Record<string, string[]>
  /** The variants by their titles, such as `M, Indigo` */
  variants?: Record<string, MadeVariant>
}

interface AddedProduct {
  id: string
  name: string
  options: ProductOption[]
  /** @returns the variant's id; throws if it is not made */
  variant(title: string): string
}

/** By default a jacket in three sizes and two colours: L is dearer, M in Indigo sold out, M in Ecru not made. */
export async function addProductWithOptions(
  shop: Shop,
  {
    name = "Chore Jacket",
    price = 2_800,
    options: named = { Size: ["S", "M", "L"], Colour: ["Indigo", "Ecru"] },
    variants = {
      "S, Indigo": { stock: 3 },
      "S, Ecru": { stock: 10 },
      "M, Indigo": { stock: 0 },
      "L, Indigo": { price: 3_200, stock: 10 },
      "L, Ecru": { price: 3_200, stock: 10 },
    },
  }: NewProductWithOptions = {},
): Promise<AddedProduct> {
  const id = await addProduct(shop, { name, price, stock: 0 })
  const options = Object.entries(named).map(([option, values]) => ({
    name: option,
    values: values.map((value) => ({ name: value, slug: slugify(value) })),
  }))
  const rows = Object.entries(variants).map(([title, made], position) => {
    const values = title.split(", ").map((value) => slugify(value))
    if (variantTitle(options, values) !== title) throw new Error(`${name} has no values for ${title}`)
    return { ...made, id: newObjectId(shop.now()), title, values, position }
  })
  await shop.transaction(async ({ db }) => {
    await db.updateTable("variants").set({ removed_at: shop.now() }).where("product_id", "=", id).execute()
    await db
      .updateTable("products")
      .set({ options: JSON.stringify(options) })
      .where("id", "=", id)
      .execute()
    await db
      .insertInto("variants")
      .values(
        rows.map((row) => ({
          id: row.id,
          product_id: id,
          option_values: row.values,
          title: row.title,
          price: row.price ?? price,
          sku: row.sku ?? null,
          picture_id: row.pictureId ?? null,
          position: row.position,
        })),
      )
      .execute()
  })
  for (const { id, stock = 10 } of rows) if (stock > 0) await moveStock(shop, id, stock, "opening")
  return {
    id,
    name,
    options,
    variant(title) {
      const row = rows.find((row) => row.title === title)
      if (!row) throw new Error(`${title} is not made`)
      return row.id
    },
  }
}
