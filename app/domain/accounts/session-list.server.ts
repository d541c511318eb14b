import type { Books } from "../shop"
import { IDLE } from "./sessions.server"
import type { Member } from "./user"

/** A browser in which somebody is signed in, as its owner sees it. */
export interface SignedInDevice {
  id: string
  userAgent: string
  address: string
  startedAt: Date
  /** To within a few minutes. */
  lastSeenAt: Date
}

/** Where a member is signed in, most recently used first. */
export async function listDevices(books: Books, member: Member): Promise<SignedInDevice[]> {
  const rows = await books.db
    .selectFrom("sessions")
    .select(["id", "user_agent", "address", "created_at", "last_seen_at"])
    .where("user_id", "=", member.id)
    .where("last_seen_at", ">", new Date(books.now().getTime() - IDLE[member.role]))
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.user_agent,
    address: row.address,
    startedAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  }))
}

/** Signs one of the member's own devices out; one that is gone already needs nothing. */
export async function signOutDevice(books: Books, member: Member, id: string): Promise<void> {
  await books.db.deleteFrom("sessions").where("id", "=", id).where("user_id", "=", member.id).execute()
}

/** Ends every session of somebody, except one if given; answers how many ended. */
export async function endSessions(books: Books, userId: string, except?: string): Promise<number> {
  let ending = books.db.deleteFrom("sessions").where("user_id", "=", userId)
  if (except) ending = ending.where("id", "<>", except)
  return Number((await ending.executeTakeFirst()).numDeletedRows)
}

/** Removes sessions that nobody may use any more. */
export async function sweepSessions(books: Books): Promise<void> {
  const oldest = new Date(books.now().getTime() - IDLE.user)
  await books.db.deleteFrom("sessions").where("last_seen_at", "<", oldest).execute()
}
