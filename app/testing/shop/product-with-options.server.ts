import type { Staff } from "~/domain/accounts/actor"
import { setOptions } from "~/domain/catalog/variants/options.server"
import { saveVariants } from "~/domain/catalog/variants/save-variants.server"
import { type ProductOption, variantTitle } from "~/domain/catalog/variants/variant"
import { findVariantTable } from "~/domain/catalog/variants/variants.server"
import type { Shop } from "~/domain/shop"
import { addProduct } from "./buyers.server"

interface MadeVariant {
  /** Cents */
  price?: number
  stock?: number
  sku?: string
  gtin?: string
  mpn?: string
}

interface NewProduct {
  name?: string
  /** Cents, for variants without their own price */
  price?: number
  /** Value names by option name */
  options?: Record<string, string[]>
  /** Variants by title, such as `M, Indigo`, by default with ten units each */
  variants?: Record<string, MadeVariant>
}

interface AddedProduct {
  id: string
  /** Variant ids by the slugs of their values, such as `m-indigo` */
  variants: Record<string, string>
}

/**
 * A jacket by default, in three sizes and two colours: L costs more, M in Indigo is sold out, M in Ecru does not exist.
 */
export async function addProductWithOptions(
  shop: Shop,
  admin: Staff,
  {
    name = "Chore Jacket",
    price = 2_800,
    options = { Size: ["S", "M", "L"], Colour: ["Indigo", "Ecru"] },
    variants = {
      "S, Indigo": { stock: 3 },
      "S, Ecru": {},
      "M, Indigo": { stock: 0 },
      "L, Indigo": { price: 3_200 },
      "L, Ecru": { price: 3_200 },
    },
  }: NewProduct = {},
): Promise<AddedProduct> {
  const id = await addProduct(shop, { name, price, stock: 0 })
  const named = Object.entries(options).map(([name, values]) => ({ name, values: values.map((name) => ({ name })) }))
  await setOptions(shop, admin, id, named)
  const table = await findVariantTable(shop, admin, id)
  const combinations = combinationsOf(table.options)
  const made = Object.entries(variants).map(([title, { stock = 10, ...facts }], position) => {
    const values = combinations.find((values) => variantTitle(table.options, values) === title)
    if (!values) throw new Error(`${name} has no values for ${title}`)
    return { ...facts, values, stock, position, sold: true }
  })
  const begun = table.variants.filter(({ removedAt }) => removedAt === null)
  const others = begun.filter(({ values }) => made.every((one) => one.values.join() !== values.join()))
  await saveVariants(shop, admin, id, [...made, ...others.map(({ values }) => ({ values, sold: false }))])
  const sold = (await findVariantTable(shop, admin, id)).variants.filter(({ removedAt }) => removedAt === null)
  return { id, variants: Object.fromEntries(sold.map(({ values, id }) => [values.join("-"), id])) }
}

/** Creates a product in sizes, with units by size. */
export function addSizedProduct(
  shop: Shop,
  admin: Staff,
  { price = 5_000, sizes, ...named }: { name?: string; price?: number; sizes: Record<string, number> },
): Promise<AddedProduct> {
  const variants = Object.fromEntries(Object.entries(sizes).map(([size, stock]) => [size, { stock }]))
  return addProductWithOptions(shop, admin, { ...named, price, options: { Size: Object.keys(sizes) }, variants })
}

function combinationsOf(options: readonly ProductOption[]): string[][] {
  return options.reduce<string[][]>(
    (found, { values }) => found.flatMap((chosen) => values.map(({ slug }) => [...chosen, slug])),
    [[]],
  )
}
