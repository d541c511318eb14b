import type { Member, Staff } from "~/domain/accounts/actor"
import type { Cart } from "~/domain/cart/cart"
import { replaceSavedCart } from "~/domain/cart/saved-cart.server"
import type { ConfirmedOffer } from "~/domain/checkout/offer/confirm-order-schema"
import { prepareConfirmation } from "~/domain/checkout/offer/confirmation.server"
import { confirmOrder } from "~/domain/checkout/settlement/free-order.server"
import { changeFacts } from "~/domain/settings/change-settings.server"
import type { PaymentMethod } from "~/domain/settings/payment-methods"
import type { SettingsFacts } from "~/domain/settings/settings"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import type { Shop } from "~/domain/shop"

export const bankFacts = { transfers: "on", accountHolder: "Counter GmbH", iban: "DE89370400440532013000" } as const

/** Allows all ways to pay; changes take effect at once. */
export async function allowWaysToPay(shop: Shop, staff: Staff, facts: Partial<SettingsFacts> = {}): Promise<void> {
  const { version: snapshot } = await readNewestSettings(shop)
  const all = { ...bankFacts, paidOnCollection: "on", paidOnDelivery: "on", deliveryFee: "5.00" }
  await changeFacts(shop, staff, { snapshot, ...all, ...facts })
  await shop.settings.renew()
}

/** Confirms an order as the page does; returns its id. */
export async function orderUnpaid(
  shop: Shop,
  member: Member,
  product: string,
  { quantity = 1, payment = "transfer" as PaymentMethod, address = null as string | null } = {},
): Promise<string> {
  const cart = [{ variantId: product, quantity }]
  await shop.transaction((tx) => replaceSavedCart(tx, member.id, cart))
  const outcome = await confirmOrder(shop, member, cart, await offerOf(shop, member, cart, payment), address)
  if (outcome.kind !== "ordered") throw new Error("The order must be paid first")
  return outcome.orderId
}

/** What the page would send back */
export async function offerOf(shop: Shop, member: Member, cart: Cart, payment: PaymentMethod): Promise<ConfirmedOffer> {
  const { snapshot, shippingMethod } = await prepareConfirmation(shop, member, cart, { payment })
  return { payment, method: shippingMethod?.id, snapshot: { digest: snapshot.digest, lines: [] } }
}
