import { pluralize } from "~/domain/text/pluralize"
import { emit } from "../events/emit.server"
import type { RateLimitRule } from "../rate-limits"
import type { Shop } from "../shop"
import { ShopError, tooMany } from "../shop-error"
import { accountLimits } from "./account-limits"

/** What everybody together may do in an hour. */
export interface ShopTotal {
  rule: RateLimitRule
  /** What was done, for whoever comes too late and for the owner. */
  done: string
  /** What the owner reads first, and what still works. */
  summary: string
  consequence: string
}

const registrations: ShopTotal = {
  rule: accountLimits.registrationsOfShop,
  done: "accounts have been made",
  summary: "New accounts are refused for a while",
  consequence: "Whoever has an account can sign in and buy as ever.",
}

const avatars: ShopTotal = {
  rule: accountLimits.avatarsOfShop,
  done: "pictures of customers have been uploaded",
  summary: "Pictures of customers are refused for a while",
  consequence: "Accounts can be made and changed without a picture.",
}

/** Counts one registration. @throws ShopError `tooMany` if the shop has had very many within the hour */
export const countRegistration = (shop: Shop) => countTowards(shop, registrations)

/** Counts one uploaded avatar. @throws ShopError `tooMany` if the shop has had very many within the hour */
export const countAvatar = (shop: Shop) => countTowards(shop, avatars)

async function countTowards(shop: Shop, total: ShopTotal): Promise<void> {
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
