import { ago, DAY, MINUTE } from "~/domain/durations"
import type { Queryable, Shop } from "~/domain/shop"
import { hashToken, newToken } from "../token-hash.server"
import type { User } from "../user"
import { findActiveUser } from "../user-row.server"

const DRAFT_LIFETIME = 30 * MINUTE
const ENDED_SESSION_RETENTION = DAY
/** Characters */
const MAX_DRAFT_LENGTH = 65_536
const MAX_PATH_LENGTH = 300
const MAX_PER_USER = 3

/** Returns null for a guest, who cannot sign in again. */
export async function findUserOfEndedSession(shop: Queryable, token: string): Promise<string | null> {
  const { db } = shop
  const hash = hashToken(token)
  const since = ago(shop, ENDED_SESSION_RETENTION)
  const { user_id } =
    (await db.selectFrom("sessions").select("user_id").where("token_hash", "=", hash).executeTakeFirst()) ??
    (await db
      .selectFrom("ended_sessions")
      .select("user_id")
      .where("token_hash", "=", hash)
      .where("ended_at", ">", since)
      .executeTakeFirst()) ??
    {}
  return user_id && (await findActiveUser(shop, user_id)) ? user_id : null
}

/** Returns the draft's token, or null if it is too large or the account is gone. */
export async function storeDraft(shop: Shop, userId: string, path: string, reply: object): Promise<string | null> {
  const text = JSON.stringify(reply)
  if (text.length > MAX_DRAFT_LENGTH || path.length > MAX_PATH_LENGTH) return null
  const id = newToken()
  const draft = { id: hashToken(id), user_id: userId, path, reply: text, created_at: shop.now() }
  return shop.transaction(async ({ db }) => {
    const owner = await db.selectFrom("users").select("id").where("id", "=", userId).forKeyShare().executeTakeFirst()
    if (!owner) return null
    await db.insertInto("drafts").values(draft).execute()
    const newest = db.selectFrom("drafts").select("id").where("user_id", "=", userId).orderBy("created_at", "desc")
    await db
      .deleteFrom("drafts")
      .where("user_id", "=", userId)
      .where("id", "not in", newest.limit(MAX_PER_USER))
      .execute()
    return id
  })
}

/** Returns null for the draft of another user. */
export async function findDraft({ db, now }: Queryable, user: User, id: string, path: string): Promise<string | null> {
  const draft = await db
    .selectFrom("drafts")
    .select("reply")
    .where("id", "=", hashToken(id))
    .where("user_id", "=", user.id)
    .where("path", "=", path)
    .where("created_at", ">", ago({ now }, DRAFT_LIFETIME))
    .executeTakeFirst()
  return draft?.reply ?? null
}

export async function removeDraft({ db }: Queryable, user: User, id: string, path: string): Promise<void> {
  await db
    .deleteFrom("drafts")
    .where("id", "=", hashToken(id))
    .where("user_id", "=", user.id)
    .where("path", "=", path)
    .execute()
}

export async function sweepDrafts(shop: Queryable): Promise<void> {
  await shop.db.deleteFrom("drafts").where("created_at", "<", ago(shop, DRAFT_LIFETIME)).execute()
  await shop.db.deleteFrom("ended_sessions").where("ended_at", "<", ago(shop, ENDED_SESSION_RETENTION)).execute()
}
