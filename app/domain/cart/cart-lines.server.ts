import { sql } from "kysely"
import type { LineItem } from "~/domain/catalog/line-item"
import { measureRecord } from "~/domain/catalog/measures/measure-record"
import type { UnitPrice } from "~/domain/catalog/measures/shown-unit-price"
import { tenthsBelow, unitPriceOf } from "~/domain/catalog/measures/unit-price"
import { chooseOptions, type ProductOption } from "~/domain/catalog/variants/variant"
import { lineTitleSql } from "~/domain/inventory/lock-variants.server"
import { type PictureView, viewPicture } from "~/domain/media/picture"
import { pictureOf } from "~/domain/media/picture-column.server"
import type { Cents } from "~/domain/money/money"
import { STANDARD_CLASS } from "~/domain/pricing/rules"
import type { Shop } from "~/domain/shop"
import { compileOnce, preparedStatement } from "~db/prepared-statements.server"
import type { Cart } from "./cart"
import type { chooseVariants } from "./choose-variants.server"

/** `removed`: other variants are sold. `unchosen`: the line has the id of a product that now has options. */
type Unavailability = "gone" | "removed" | "unchosen" | "soldOut" | "short"

export interface CartLine extends LineItem {
  productId: string
  productName: string
  /** With the names of the variant's values */
  name: string
  /** The slugs of the variant's values */
  values: string[]
  /** The options of an `unchosen` line */
  options: ProductOption[]
  /** The key of its category */
  category: string
  price: Cents
  /** Of a kilogram, a litre and so on; null if its contents are not known */
  unitPrice: UnitPrice | null
  taxClass: string
  /** The price of one unit */
  grams: number
  /** The stock and the units of the shopper's own hold. */
  available: number
  unavailability: Unavailability | null
  picture: PictureView | null
  pictureId: string | null
  /** The reason why its purchase is exempt from withdrawal */
  withdrawalExemption: string | null
}

/** A line with the id of a product that has options reads the chosen variant. */
export async function readChosenLines(
  shop: Shop,
  items: Cart,
  userId: string | null,
  choose: ReturnType<typeof chooseVariants>,
): Promise<CartLine[]> {
  const lines = await readLines(shop, items, userId)
  const unchosen = lines.filter((line) => line.unavailability === "unchosen")
  if (unchosen.length === 0) return lines
  return readLines(shop, await choose(shop, items, unchosen), userId)
}

export async function readLines(shop: Shop, cart: Cart, userId: string | null): Promise<CartLine[]> {
  if (cart.length === 0) return []
  const ids = cart.map((line) => line.variantId)
  const variants = await readVariants(shop, ids, userId)
  const below = tenthsBelow(shop.settings.current.pricing)
  return cart.map(({ variantId, quantity }) => {
    const row = variants.get(variantId)
    const available = (row && isSold(row) ? row.stock : 0) + (row?.held ?? 0)
    return {
      variantId,
      quantity,
      available,
      productId: row?.product_id ?? variantId,
      productName: row?.product_name ?? "",
      name: row?.name ?? "A product in your cart",
      values: row?.option_values ?? [],
      options: row?.options ?? [],
      category: row?.category ?? "",
      price: row?.price ?? 0,
      unitPrice: row ? unitPriceOf(row.price, measureRecord.valuesOf(row), below) : null,
      taxClass: row?.tax_class ?? STANDARD_CLASS,
      grams: row?.weight_grams ?? 0,
      unavailability: unavailabilityOf(row, available, quantity),
      picture: row?.picture ? viewPicture(row.picture, row.alt ?? row.name, shop.media.baseUrl) : null,
      pictureId: row?.picture?.id ?? null,
      withdrawalExemption: row?.withdrawal_exemption ?? null,
    }
  })
}

/** Returns a sentence without its full stop. */
export function describeUnavailability({
  name,
  unavailability,
  available,
  options,
}: Pick<CartLine, "name" | "unavailability" | "available" | "options">): string {
  if (unavailability === "gone" || unavailability === "removed") return `${name} is no longer sold`
  if (unavailability === "unchosen")
    return `${name} comes in several versions: ${uncapitalized(chooseOptions(options))}`
  if (unavailability === "soldOut") return `${name} is out of stock`
  return `Only ${available} of ${name} ${available === 1 ? "is" : "are"} left`
}

const uncapitalized = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

type SoldRow = { is_public: boolean; removed_at: Date | null }

const isSold = ({ is_public, removed_at }: SoldRow) => is_public && removed_at === null

function unavailabilityOf(
  row: (SoldRow & { options: ProductOption[] | null }) | undefined,
  available: number,
  quantity: number,
): Unavailability | null {
  if (row?.is_public && row.options) return "unchosen"
  if (!row?.is_public) return "gone"
  if (row.removed_at !== null) return "removed"
  if (available < 1) return "soldOut"
  return available < quantity ? "short" : null
}

/**
 * One statement reads stock and own hold, so that units moving between them count once. Omits drafts, because the JSON
 * interface accepts any id.
 */
async function readVariants({ db }: Shop, ids: string[], userId: string | null) {
  const rows = await selectVariants(db, { ids, userId })
  return new Map(rows.map((row) => [row.id, row]))
}

const selectVariants = compileOnce((db, { ids, userId }: { ids: string[]; userId: string | null }) =>
  db
    .selectFrom("variants")
    .modifyFront(preparedStatement)
    .innerJoin("products", "products.id", "variants.product_id")
    .leftJoin("product_images", (join) =>
      join.onRef("product_images.product_id", "=", "products.id").on("product_images.position", "=", 0),
    )
    .select([
      "variants.id",
      "variants.product_id",
      "option_values",
      "products.name as product_name",
      lineTitleSql.as("name"),
    ])
    .select([
      "variants.price",
      "variants.stock",
      "products.is_public",
      "products.category",
      "removed_at",
      "tax_class",
      "weight_grams",
      "variants.measure_amount",
      "variants.measure_unit",
    ])
    .select(
      sql<ProductOption[] | null>`
      case when variants.id = variants.product_id and removed_at is not null and products.options <> '[]'
        then products.options end`.as("options"),
    )
    .select((row) =>
      row
        .selectFrom("checkout_lines")
        .innerJoin("checkouts", "checkouts.id", "checkout_lines.checkout_id")
        .select((held) => held.fn.sum<number | null>("checkout_lines.quantity").as("units"))
        .where("checkouts.user_id", "=", userId)
        .where("checkouts.status", "=", sql.lit("held"))
        .whereRef("checkout_lines.variant_id", "=", "variants.id")
        .as("held"),
    )
    .select(
      sql<string | null>`(
      select facts->>'withdrawalExemption' from product_descriptions where product_id = products.id)`.as(
        "withdrawal_exemption",
      ),
    )
    .select(sql<string>`case when variants.picture_id is null then alt end`.as("alt"))
    .select(pictureOf(sql`coalesce(variants.picture_id, product_images.picture_id)`).as("picture"))
    .where("variants.id", "=", sql<string>`any(${ids}::text[])`)
    .where("products.was_public", "=", sql.lit(true)),
)
