import type { LineItem } from "~/domain/catalog/line-item"
import { type PictureView, viewPicture } from "../media/picture"
import { pictureOf } from "../media/picture-column.server"
import type { Cents } from "../money"
import { type Quote, quote } from "../pricing/quote"
import type { Shop } from "../shop"
import { invalid, notFound } from "../shop-error"
import { type Cart, type CartOwner, removeFromCart, setCartLine } from "./cart"
import { cartLimits } from "./cart-limits"
import { deleteCartLine, saveCartLines } from "./saved-cart.server"

type Unavailability = "gone" | "soldOut" | "short"

export interface CartLine extends LineItem {
  name: string
  price: Cents
  /** The stock and the units of the shopper's own hold. */
  available: number
  unavailability: Unavailability | null
  picture: PictureView | null
  pictureId: string | null
}

export interface CartView {
  lines: CartLine[]
  quote: Quote<CartLine>
}

export async function viewCart(shop: Shop, { user, cart }: CartOwner): Promise<CartView> {
  const lines = await readLines(shop, cart, user?.id ?? null)
  const purchasable = lines.filter((line) => line.unavailability === null)
  return { lines, quote: quote(purchasable, shop.settings.current.pricing) }
}

export function addToCart(shop: Shop, owner: CartOwner, entry: LineItem): Promise<Cart> {
  return changeCart(shop, owner, [entry])
}

/** Saves all changes or none; throws `notFound` for an unsold product, `invalid` beyond the stock. */
export async function changeCart(shop: Shop, { user, cart }: CartOwner, changes: LineItem[]): Promise<Cart> {
  if (changes.length > 0) await countCartChange(shop, user)
  const lines = await readLines(shop, changes, user?.id ?? null)
  if (lines.some((line) => line.unavailability === "gone")) throw notFound("Product not found")
  const refused = lines.filter((line) => line.unavailability !== null)
  if (refused.length > 0) throw invalid(refused.map(describeUnavailability).join(". "), "quantity")
  const changed = changes.reduce(setCartLine, cart)
  if (user) await saveCartLines(shop, user.id, changes)
  return changed
}

export async function takeFromCart(shop: Shop, owner: CartOwner, variantId: string): Promise<Cart> {
  await countCartChange(shop, owner.user)
  if (owner.user) await deleteCartLine(shop, owner.user.id, variantId)
  return removeFromCart(owner.cart, variantId)
}

export async function countCartChange({ limits }: Shop, user: CartOwner["user"]): Promise<void> {
  if (user) await limits.consume(cartLimits.changedByMember, user.id)
}

async function readLines(shop: Shop, cart: Cart, userId: string | null): Promise<CartLine[]> {
  if (cart.length === 0) return []
  const ids = cart.map((line) => line.variantId)
  const products = await readProducts(shop, ids, userId)
  return cart.map(({ variantId, quantity }) => {
    const row = products.get(variantId)
    const available = (row?.deleted_at === null ? row.stock : 0) + (row?.held ?? 0)
    return {
      variantId,
      quantity,
      available,
      name: row?.name ?? "A product in your cart",
      price: row?.price ?? 0,
      unavailability: unavailabilityOf(row, available, quantity),
      picture: row?.picture ? viewPicture(row.picture, row.alt ?? "", shop.media.baseUrl) : null,
      pictureId: row?.picture?.id ?? null,
    }
  })
}

/** Returns a sentence without its full stop. */
export function describeUnavailability({
  name,
  unavailability,
  available,
}: Pick<CartLine, "name" | "unavailability" | "available">): string {
  if (unavailability === "gone") return `${name} is no longer sold`
  if (unavailability === "soldOut") return `${name} is out of stock`
  return `Only ${available} of ${name} ${available === 1 ? "is" : "are"} left`
}

function unavailabilityOf(
  row: { deleted_at: Date | null } | undefined,
  available: number,
  quantity: number,
): Unavailability | null {
  if (!row || row.deleted_at !== null) return "gone"
  if (available < 1) return "soldOut"
  return available < quantity ? "short" : null
}

/** One statement reads stock and own hold, so that units moving between them count once. */
async function readProducts(shop: Shop, ids: string[], userId: string | null) {
  const rows = await shop.db
    .selectFrom("products")
    .leftJoin("product_images", (join) =>
      join.onRef("product_images.product_id", "=", "products.id").on("product_images.position", "=", 0),
    )
    .select(["products.id", "products.name", "products.price", "products.stock", "products.deleted_at"])
    .select((row) =>
      row
        .selectFrom("checkout_lines")
        .innerJoin("checkouts", "checkouts.id", "checkout_lines.checkout_id")
        .select((held) => held.fn.sum<number | null>("checkout_lines.quantity").as("units"))
        .where("checkouts.user_id", "=", userId)
        .where("checkouts.status", "=", "held")
        .whereRef("checkout_lines.product_id", "=", "products.id")
        .as("held"),
    )
    .select(["product_images.alt", pictureOf("product_images.picture_id").as("picture")])
    .where("products.id", "in", ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
