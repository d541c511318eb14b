import { sql } from "kysely"
import { optionFields } from "~/domain/catalog/product-path"
import { choiceOf, chosenTitle, type SentChoice } from "~/domain/catalog/variants/choice"
import { chooseOptions, type ProductOption } from "~/domain/catalog/variants/variant"
import type { Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import type { Cart } from "./cart"

interface UnchosenLine {
  productId: string
  productName: string
  options: readonly ProductOption[]
}

/**
 * Returns a function that replaces the ids of products with options by those of the chosen variants; it throws
 * `invalid` at the first option without a choice, and at the last one if the combination does not exist.
 */
export function chooseVariants(sent: SentChoice) {
  return async (shop: Shop, items: Cart, unchosen: readonly UnchosenLine[]): Promise<Cart> => {
    const chosen = new Map<string, string>()
    for (const line of unchosen) chosen.set(line.productId, await findChosen(shop, line, sent))
    return items.map((item) => ({ ...item, variantId: chosen.get(item.variantId) ?? item.variantId }))
  }
}

async function findChosen(
  { db }: Shop,
  { productId, productName, options }: UnchosenLine,
  sent: SentChoice,
): Promise<string> {
  const choice = choiceOf(options, sent)
  const open = options.filter((_, place) => choice[place] === null)
  if (open.length > 0) throw invalid(chooseOptions(open), optionFields[choice.indexOf(null)])
  const variant = await db
    .selectFrom("variants")
    .select("id")
    .where("product_id", "=", productId)
    .where("option_values", "=", sql<string[]>`${choice}::text[]`)
    .where("removed_at", "is", null)
    .executeTakeFirst()
  if (variant) return variant.id
  throw invalid(`${productName} is not available in ${chosenTitle(options, choice)}`, optionFields[options.length - 1])
}
