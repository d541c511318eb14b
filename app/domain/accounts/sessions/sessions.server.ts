import { type Insertable, sql } from "kysely"
import type { Cart } from "~/domain/cart/cart"
import { DAY, MINUTE } from "~/domain/durations"
import { newObjectId } from "~/domain/object-id.server"
import type { Queryable } from "~/domain/shop"
import { newestVersions, type Versions } from "~/domain/versions/versions.server"
import { compileOnce, preparedStatement } from "~db/prepared-statements.server"
import type { Tables } from "~db/schema"
import type { Factor } from "../factor"
import { hasSecondFactorSql } from "../has-second-factor.server"
import { hashToken, newToken } from "../token-hash.server"
import type { Role, SessionProof, User } from "../user"
import { userColumns } from "../user-row.server"

/** Milliseconds from the start; a changed role applies immediately to existing sessions. */
export const SESSION_LIFETIME = { user: 30 * DAY, admin: DAY / 2, guest: DAY } as const satisfies Record<
  Role | "guest",
  number
>
const LAST_SEEN_INTERVAL = 5 * MINUTE

export interface Session {
  id: string
  user: User
  proof: SessionProof
  hasSecondFactor: boolean
  cart: Cart
  /** Products of which the session's checkout holds units */
  heldProducts: string[]
  expiresAt: Date
  versions: Versions
}

export interface SessionToken {
  /** The database stores only the hash of this token. */
  token: string
  expiresAt: Date
}

/** The id decides which session a new one replaces; the owner sees the other fields. */
export interface Device {
  /** The name is absent for clients that are not browsers. */
  id?: string
  /** Whether the account has never been open in this browser */
  isNew?: boolean
  userAgent: string
  address: string
}

export async function startSession(
  shop: Queryable,
  user: Pick<User, "id" | "role"> & Partial<Pick<User, "isGuest">>,
  device: Device,
  factors: readonly Factor[] = ["password"],
): Promise<SessionToken & Pick<Session, "id">> {
  const startedAt = shop.now()
  const id = newObjectId(startedAt)
  const token = newToken()
  await insertSession(shop.db, {
    id,
    token_hash: hashToken(token),
    user_id: user.id,
    user_agent: device.userAgent.slice(0, 300),
    address: device.address.slice(0, 60),
    device_id: device.id ?? null,
    factors: [...factors],
    created_at: startedAt,
    last_seen_at: startedAt,
  })
  return { id, token, expiresAt: expiryOf(startedAt, user) }
}

const insertSession = compileOnce((db, given: Insertable<Tables["sessions"]>) => {
  const { id, token_hash, user_id, user_agent, address, device_id, factors, created_at, last_seen_at } = given
  const times = { created_at, last_seen_at }
  return db
    .insertInto("sessions")
    .modifyEnd(preparedStatement)
    .values({ id, token_hash, user_id, user_agent, address, device_id, factors, ...times })
})

let sessionQuery: ReturnType<typeof compileSessionQuery> | undefined

/** Nearly every request runs it, and compiling it takes longer than running it. */
function compileSessionQuery(db: Queryable["db"]) {
  return db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .modifyFront(preparedStatement)
    .select([
      "sessions.id as sessionId",
      "sessions.created_at as startedAt",
      "sessions.last_seen_at as lastSeenAt",
      "sessions.factors",
      hasSecondFactorSql.as("hasSecondFactor"),
      sql<Cart | null>`(
        select json_agg(json_build_object('variantId', variant_id, 'quantity', quantity) order by position, variant_id)
        from saved_cart_lines where user_id = users.id)`.as("cart"),
      newestVersions.as("versions"),
      sql<string[]>`array(
        select product_id::text from checkouts join checkout_lines on checkout_id = checkouts.id
        where user_id = users.id and status = 'held')`.as("heldProducts"),
      ...userColumns,
    ])
    .where("sessions.token_hash", "=", "")
    .where("users.deleted_at", "is", null)
    .compile()
}

export async function findSession(shop: Queryable, token: string): Promise<Session | null> {
  sessionQuery ??= compileSessionQuery(shop.db)
  const query: typeof sessionQuery = { ...sessionQuery, parameters: [hashToken(token)] }
  const [row] = (await shop.db.executeQuery(query)).rows
  if (!row) return null
  const { sessionId: id, startedAt, lastSeenAt, factors, hasSecondFactor, cart, versions, heldProducts, ...user } = row
  const proof: SessionProof = { factors, at: startedAt, hasSecondFactor }
  const expiresAt = expiryOf(proof.at, user)
  const now = shop.now()
  if (expiresAt <= now) return null
  if (now.getTime() - lastSeenAt.getTime() > LAST_SEEN_INTERVAL) await updateLastSeen(shop, id)
  return { id, user: { ...user, proof }, proof, hasSecondFactor, expiresAt, versions, heldProducts, cart: cart ?? [] }
}

export async function endSession(shop: Queryable, token: string): Promise<void> {
  await shop.db.deleteFrom("sessions").where("token_hash", "=", hashToken(token)).execute()
}

function expiryOf(startedAt: Date, { isGuest, role }: Pick<User, "role"> & Partial<Pick<User, "isGuest">>): Date {
  return new Date(startedAt.getTime() + SESSION_LIFETIME[isGuest ? "guest" : role])
}

async function updateLastSeen(shop: Queryable, id: string) {
  await shop.db.updateTable("sessions").set({ last_seen_at: shop.now() }).where("id", "=", id).execute()
}
