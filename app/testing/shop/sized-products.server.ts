import type { Staff } from "~/domain/accounts/actor"
import { setOptions } from "~/domain/catalog/variants/options.server"
import { saveVariants } from "~/domain/catalog/variants/save-variants.server"
import { findVariantTable } from "~/domain/catalog/variants/variants.server"
import type { Shop } from "~/domain/shop"
import { addProduct } from "./buyers.server"

interface SizedProduct {
  name?: string
  /** Cents */
  price?: number
  /** Units by the name of the size */
  sizes: Record<string, number>
}

/** A product in sizes. Returns its id, and those of its variants by the slug of the size. */
export async function addSizedProduct(
  shop: Shop,
  admin: Staff,
  { name = "Chore Jacket", price = 5_000, sizes }: SizedProduct,
): Promise<{ id: string; variants: Record<string, string> }> {
  const id = await addProduct(shop, { name, price, stock: 0 })
  await setOptions(shop, admin, id, [{ name: "Size", values: Object.keys(sizes).map((name) => ({ name })) }])
  const { options } = await findVariantTable(shop, admin, id)
  const rows = (options[0]?.values ?? []).map(({ name, slug }, position) => {
    return { values: [slug], sold: true, stock: sizes[name] ?? 0, position }
  })
  await saveVariants(shop, admin, id, rows)
  const { variants } = await findVariantTable(shop, admin, id)
  return {
    id,
    variants: Object.fromEntries(
      variants.filter(({ removedAt }) => removedAt === null).map(({ values, id }) => [values[0] ?? "", id]),
    ),
  }
}
