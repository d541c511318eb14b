import { type PictureView, viewPicture } from "../media/picture"
import { pictureColumns, toPicture } from "../media/picture-row.server"
import { type Cents, type Totals, totalsOf } from "../money"
import type { Shop } from "../shop"
import { invalid, notFound } from "../shop-error"
import { type Cart, type CartEntry, type CartOwner, putInCart, removeFromCart } from "./cart"
import { forgetLine, saveLine } from "./saved-cart.server"

/** Why a line cannot be bought as it stands. */
export type LineTrouble = "gone" | "soldOut" | "short"

/** A line of the cart with today's price; lines in trouble are left out of the totals. */
export interface CartLine {
  product: string
  name: string
  price: Cents
  quantity: number
  /** What this shopper may buy at the most: the stock and what they hold themselves. */
  available: number
  trouble: LineTrouble | null
  picture: PictureView | null
  /** For orders: the picture that is copied. */
  pictureId: string | null
}

export interface CartView {
  lines: CartLine[]
  /** The lines that can be bought. */
  sellable: CartLine[]
  totals: Totals
}

/** The cart as it stands now: prices and stock read afresh, nothing silently dropped. */
export async function viewCart(shop: Shop, { user, cart }: CartOwner): Promise<CartView> {
  const lines = await readLines(shop, cart, user?.id ?? null)
  const sellable = lines.filter((line) => line.trouble === null)
  return { lines, sellable, totals: totalsOf(sellable) }
}

/**
 * Puts a product in the cart, or replaces its quantity, and answers the new cart.
 * @throws ShopError `notFound` for a product that is not sold, `invalid` beyond the stock or the 100th product
 */
export async function addToCart(shop: Shop, owner: CartOwner, entry: CartEntry): Promise<Cart> {
  const [line] = await readLines(shop, [entry], owner.user?.id ?? null)
  if (!line || line.trouble === "gone") throw notFound("Product not found")
  if (line.trouble !== null) throw invalid(describeTrouble(line), "quantity")
  const cart = putInCart(owner.cart, entry)
  const { user } = owner
  if (user) await shop.transaction((books) => saveLine(books, user.id, entry))
  return cart
}

/** Takes a product out of the cart and answers the new cart; one that is not there is no error. */
export async function takeFromCart(shop: Shop, owner: CartOwner, product: string): Promise<Cart> {
  if (owner.user) await forgetLine(shop, owner.user.id, product)
  return removeFromCart(owner.cart, product)
}

async function readLines(shop: Shop, cart: Cart, userId: string | null): Promise<CartLine[]> {
  if (cart.length === 0) return []
  const ids = cart.map((line) => line.product)
  const [products, held] = await Promise.all([readProducts(shop, ids), readOwnHolds(shop, ids, userId)])
  return cart.map(({ product, quantity }) => {
    const row = products.get(product)
    const available = (row?.deleted_at === null ? row.stock : 0) + (held.get(product) ?? 0)
    const stored = row && toPicture(row)
    return {
      product,
      quantity,
      available,
      name: row?.name ?? "A product that is no longer sold",
      price: row?.price ?? 0,
      trouble: troubleOf(row, available, quantity),
      picture: stored ? viewPicture(stored, row.alt ?? "", shop.media.baseUrl) : null,
      pictureId: stored?.id ?? null,
    }
  })
}

/** Why a line cannot be bought as it stands, in a sentence without its full stop. */
export function describeTrouble({
  name,
  trouble,
  available,
}: Pick<CartLine, "name" | "trouble" | "available">): string {
  if (trouble === "gone") return `${name} is no longer sold`
  if (trouble === "soldOut") return `${name} is out of stock`
  return `Only ${available} of ${name} ${available === 1 ? "is" : "are"} left`
}

function troubleOf(
  row: { deleted_at: Date | null } | undefined,
  available: number,
  quantity: number,
): LineTrouble | null {
  if (!row || row.deleted_at !== null) return "gone"
  if (available < 1) return "soldOut"
  return available < quantity ? "short" : null
}

async function readProducts(shop: Shop, ids: string[]) {
  const rows = await shop.db
    .selectFrom("products")
    .leftJoin("product_images", (join) =>
      join.onRef("product_images.product_id", "=", "products.id").on("product_images.position", "=", 0),
    )
    .leftJoin("pictures", "pictures.id", "product_images.picture_id")
    .select(["products.id", "products.name", "products.price", "products.stock", "products.deleted_at"])
    .select(["product_images.alt", ...pictureColumns])
    .where("products.id", "in", ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Units that this shopper's own live checkout holds: nobody is blocked by their own hold. */
async function readOwnHolds(shop: Shop, ids: string[], userId: string | null): Promise<Map<string, number>> {
  if (userId === null) return new Map()
  const rows = await shop.db
    .selectFrom("checkout_lines")
    .innerJoin("checkouts", "checkouts.id", "checkout_lines.checkout_id")
    .select((select) => ["checkout_lines.product_id", select.fn.sum<number>("checkout_lines.quantity").as("quantity")])
    .where("checkouts.user_id", "=", userId)
    .where("checkouts.status", "=", "held")
    .where("checkout_lines.product_id", "in", ids)
    .groupBy("checkout_lines.product_id")
    .execute()
  return new Map(rows.map((row) => [row.product_id, row.quantity]))
}
