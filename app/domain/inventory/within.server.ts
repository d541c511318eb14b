import type { Books, Shop } from "../shop"

/** The shop inside a transaction that is under way: what its verbs write joins it, and happens or does not with the rest. */
export function within(shop: Shop, books: Books): Shop {
  return { ...shop, ...books, transaction: (work) => work(books) }
}
