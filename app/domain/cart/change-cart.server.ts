import type { LineItem } from "~/domain/catalog/line-item"
import type { RateLimitRule } from "~/domain/rate-limits"
import type { Shop } from "~/domain/shop"
import { invalid, notFound } from "~/domain/shop-error"
import { type Addition, type Cart, type CartOwner, removeFromCart, setCartLine } from "./cart"
import { describeUnavailability, readChosenLines } from "./cart-lines.server"
import { chooseOnlyVariants } from "./choose-only-variants.server"
import { chooseVariants } from "./choose-variants.server"
import { deleteCartLine, saveCartLines } from "./saved-cart.server"

/** @throws ShopError `invalid` at an option that was not chosen */
export function addToCart(shop: Shop, owner: CartOwner, { choice = {}, ...entry }: Addition): Promise<Cart> {
  return changeCart(shop, owner, [entry], chooseVariants(choice))
}

/** Saves all changes or none; throws `notFound` for an unsold product, `invalid` beyond the stock. */
export async function changeCart(
  shop: Shop,
  owner: CartOwner,
  changes: LineItem[],
  choose: ReturnType<typeof chooseVariants> = chooseOnlyVariants,
): Promise<Cart> {
  const { user, cart } = owner
  if (changes.length > 0) await countCartChange(shop, user)
  const lines = await readChosenLines(shop, changes, user?.id ?? null, choose)
  if (lines.some((line) => line.unavailability === "gone")) throw notFound("Product not found")
  const refused = lines.filter((line) => line.unavailability !== null)
  if (refused.length > 0) throw invalid(refused.map(describeUnavailability).join(". "), "quantity")
  const chosen = lines.map(({ variantId, quantity }) => ({ variantId, quantity }))
  const changed = chosen.reduce(setCartLine, cart)
  if (user) await saveCartLines(shop, user.id, chosen)
  return changed
}

export async function takeFromCart(shop: Shop, owner: CartOwner, variantId: string): Promise<Cart> {
  await countCartChange(shop, owner.user)
  if (owner.user) await deleteCartLine(shop, owner.user.id, variantId)
  return removeFromCart(owner.cart, variantId)
}

/** A cart without an account lives in the browser and needs no limit. */
export const cartLimits = {
  changedByMember: { name: "cart-member", points: 300, minutes: 10 },
} as const satisfies Record<string, RateLimitRule>

export async function countCartChange({ limits }: Shop, user: CartOwner["user"]): Promise<void> {
  if (user) await limits.consume(cartLimits.changedByMember, user.id)
}
