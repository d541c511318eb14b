import { emit } from "~/domain/events/emit.server"
import type { ShopTotal } from "~/domain/rate-limits"
import type { Shop } from "~/domain/shop"
import { ShopError, tooMany } from "~/domain/shop-error"
import { pluralize } from "~/domain/text/pluralize"
import { accountLimits } from "./account-limits"

const totals = {
  registrations: {
    rule: accountLimits.registrationsOfShop,
    done: "accounts have been made",
    summary: "New accounts are refused for a while",
    consequence: "Whoever has an account can sign in and buy as ever.",
  },
  avatars: {
    rule: accountLimits.avatarsOfShop,
    done: "pictures of customers have been uploaded",
    summary: "Pictures of customers are refused for a while",
    consequence: "Accounts can be made and changed without a picture.",
  },
  guests: {
    rule: accountLimits.guestsOfShop,
    done: "people have begun to check out without an account",
    summary: "New guests are refused for a while",
    consequence: "Whoever has an account can sign in and buy as ever.",
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
    throw tooMany(`Very many ${done} within the hour. Please try again in ${wait}.`, retryAfter, rule.name)
  }
}
