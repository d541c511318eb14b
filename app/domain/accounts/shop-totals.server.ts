import { emit } from "~/domain/events/emit.server"
import type { ShopTotal } from "~/domain/rate-limits"
import type { Shop } from "~/domain/shop"
import { ShopError, tooMany } from "~/domain/shop-error"
import { pluralize } from "~/domain/text/pluralize"
import { accountLimits } from "./account-limits"

const totals = {
  registrations: {
    rule: accountLimits.registrationsOfShop,
    done: "accounts have been created",
    summary: "New accounts are paused for a while",
    consequence: "Customers with an account can still sign in and buy.",
  },
  avatars: {
    rule: accountLimits.avatarsOfShop,
    done: "customers’ pictures have been uploaded",
    summary: "Picture uploads by customers are paused for a while",
    consequence: "Customers can still register and change their accounts without a picture.",
  },
  guests: {
    rule: accountLimits.guestsOfShop,
    done: "customers have begun to check out without an account",
    summary: "Guest checkout is paused for a while",
    consequence: "Customers with an account can still sign in and buy.",
  },
} satisfies Record<string, ShopTotal>

/** @throws ShopError `tooMany` */
export async function countTowards(shop: Shop, name: keyof typeof totals): Promise<void> {
  const total = totals[name]
  const { rule, done } = total
  try {
    await shop.limits.consume(rule, "all")
  } catch (error) {
    if (!(error instanceof ShopError) || error.kind !== "tooMany") throw error
    await shop.transaction((tx) => emit(tx, "limit.reached", total))
    const { retryAfter = 60 } = error
    const wait = pluralize(Math.ceil(retryAfter / 60), "minute")
    throw tooMany(`Too many ${done} in the last hour. Please try again in ${wait}.`, retryAfter, rule.name)
  }
}
