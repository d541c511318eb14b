import { sql } from "kysely"
import { ago } from "~/domain/durations"
import { deleteInBatches } from "~/domain/jobs/delete-in-batches.server"
import type { Queryable, Tx } from "~/domain/shop"
import { compileOnce, preparedStatement } from "~db/prepared-statements.server"
import type { Member, Staff } from "../actor"
import type { User } from "../user"
import { getActiveUser } from "../user-row.server"
import { SESSION_LIFETIME } from "./sessions.server"

interface SignedInDevice {
  id: string
  userAgent: string
  address: string
  startedAt: Date
  /** Accurate to a few minutes. */
  lastSeenAt: Date
}

export async function listDevices(shop: Queryable, user: User): Promise<SignedInDevice[]> {
  return shop.db
    .selectFrom("sessions")
    .select(["id", "user_agent as userAgent", "address", "created_at as startedAt", "last_seen_at as lastSeenAt"])
    .where("user_id", "=", user.id)
    .where("created_at", ">", ago(shop, SESSION_LIFETIME[user.role]))
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .limit(100)
    .execute()
}

export async function listUserSessions(
  shop: Queryable,
  _staff: Staff<"customers.see">,
  userId: string,
): Promise<SignedInDevice[]> {
  return listDevices(shop, await getActiveUser(shop, userId))
}

export async function findDevice(shop: Queryable, member: Member, id: string): Promise<SignedInDevice | null> {
  return (await listDevices(shop, member)).find((device) => device.id === id) ?? null
}

export async function endUserSession(shop: Queryable, userId: string, id: string): Promise<void> {
  await shop.db.deleteFrom("sessions").where("id", "=", id).where("user_id", "=", userId).execute()
}

export async function endUserSessions(shop: Queryable, userId: string, except?: string): Promise<number> {
  let ending = shop.db.deleteFrom("sessions").where("user_id", "=", userId)
  if (except) ending = ending.where("id", "<>", except)
  return Number((await ending.executeTakeFirst()).numDeletedRows)
}

/** Ends the device's sessions, and of the others all but the newest. */
export async function endEarlierSessions(tx: Tx, userId: string, deviceId: string | null, left: number): Promise<void> {
  await deleteEarlierSessions(tx.db, { userId, deviceId, left })
}

interface EarlierSessions {
  userId: string
  deviceId: string | null
  left: number
}

const deleteEarlierSessions = compileOnce((db, { userId, deviceId, left }: EarlierSessions) => {
  const own = db.selectFrom("sessions").select("id").where("user_id", "=", userId)
  const others = own.where(sql<boolean>`(device_id = ${deviceId}) is not true`)
  const oldest = others.orderBy("last_seen_at", "desc").orderBy("id", "desc").offset(left)
  return db
    .deleteFrom("sessions")
    .modifyEnd(preparedStatement)
    .where("user_id", "=", userId)
    .where((session) => session.or([session("device_id", "=", deviceId), session("id", "in", oldest)]))
})

export async function sweepSessions(shop: Queryable): Promise<void> {
  const admins = shop.db.selectFrom("users").select("id").where("role", "=", "admin")
  const guests = shop.db.selectFrom("users").select("id").where("is_guest", "=", true).where("erased_at", "is", null)
  const over = shop.db.selectFrom("sessions").select("id")
  const ended = [
    over.where("created_at", "<=", ago(shop, SESSION_LIFETIME.user)).orderBy("created_at"),
    over.where("user_id", "in", admins).where("created_at", "<=", ago(shop, SESSION_LIFETIME.admin)),
    over.where("user_id", "in", guests).where("created_at", "<=", ago(shop, SESSION_LIFETIME.guest)),
  ]
  for (const sessions of ended) {
    await deleteInBatches((most) =>
      shop.db.deleteFrom("sessions").where("id", "in", sessions.limit(most)).executeTakeFirstOrThrow(),
    )
  }
}
