import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import { paginate } from "~/domain/lists/paginate.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import { MIN_CLIENTS_SHOWN } from "./popular-searches.server"

export interface PopularSearch {
  keyword: string
  /** The number of clients that searched for it within a month */
  clients: number
  searchedAt: Date
  isBlocked: boolean
}

export async function listPopularSearches(
  shop: Shop,
  _staff: Staff<"searches.moderate">,
  { page }: { page: number },
): Promise<{ searches: PopularSearch[]; count: number }> {
  const query = shop.db
    .selectFrom("popular_searches")
    .select(["keyword", "clients", "searched_at as searchedAt", sql<boolean>`blocked_at is not null`.as("isBlocked")])
    .where((row) => row.or([row("clients", ">=", MIN_CLIENTS_SHOWN), row("blocked_at", "is not", null)]))
    .orderBy("isBlocked")
    .orderBy("score", "desc")
    .orderBy("keyword")
  const { rows, count } = await paginate(shop, query, page)
  return { searches: rows, count }
}

export async function setSearchBlocked(
  shop: Shop,
  staff: Staff<"searches.moderate">,
  { keyword, blocked }: { keyword: string; blocked: boolean },
): Promise<void> {
  await shop.transaction(async (tx) => {
    const search = await tx.db
      .selectFrom("popular_searches")
      .select("blocked_at")
      .where("keyword", "=", keyword)
      .forUpdate()
      .executeTakeFirst()
    if (!search) throw notFound("This is no longer a popular search")
    if ((search.blocked_at !== null) === blocked) return
    const blockedAt = blocked ? tx.now() : null
    await tx.db.updateTable("popular_searches").set({ blocked_at: blockedAt }).where("keyword", "=", keyword).execute()
    await emit(tx, blocked ? "search.blocked" : "search.allowed", {
      actor: staff,
      id: newObjectId(tx.now()),
      before: { name: keyword, shown: blocked },
      after: { name: keyword, shown: !blocked },
    })
  })
}
