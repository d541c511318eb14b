import { createHash, randomBytes } from "node:crypto"
import { sql } from "kysely"
import type { Cart } from "../cart/cart"
import { pictureColumns, toPicture } from "../media/picture-row.server"
import { newObjectId } from "../object-id.server"
import type { Books } from "../shop"
import type { User } from "./user"

const DAY = 24 * 60 * 60 * 1000
/** How long an unused session lives, in milliseconds. */
export const IDLE = { user: 30 * DAY, admin: DAY / 2 } as const
/** `last_seen_at` is written at most this often, in milliseconds. */
const SEEN_EVERY = 5 * 60 * 1000

export interface Session {
  id: string
  user: User
  /** The account's saved cart. */
  cart: Cart
  /** Whether this use was written down just now: the cookie's age begins anew with it. */
  renewed: boolean
}

/** Where a session was started: shown to its owner, never used to decide anything. */
export interface Device {
  userAgent: string
  address: string
}

/** Starts a session and answers its secret, which only the cookie will know. */
export async function startSession(books: Books, userId: string, device: Device): Promise<string> {
  const token = randomBytes(24).toString("base64url")
  await books.db
    .insertInto("sessions")
    .values({
      id: newObjectId(books.now()),
      token_hash: hashToken(token),
      user_id: userId,
      user_agent: device.userAgent.slice(0, 300),
      address: device.address.slice(0, 60),
      created_at: books.now(),
      last_seen_at: books.now(),
    })
    .execute()
  return token
}

/** The living session of a secret: its user as they are now and their saved cart, in one query. */
export async function findSession(books: Books, token: string): Promise<Session | null> {
  const row = await books.db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .leftJoin("pictures", "pictures.id", "users.avatar_picture_id")
    .select([
      "sessions.id as session_id",
      "sessions.last_seen_at",
      "users.id",
      "users.name",
      "users.email",
      "users.role",
      "users.created_at",
      sql<[string, number][] | null>`(
        select json_agg(json_build_array(product_id, quantity) order by position, product_id)
        from saved_cart_lines where user_id = users.id)`.as("cart"),
      ...pictureColumns,
    ])
    .where("sessions.token_hash", "=", hashToken(token))
    .where("users.deleted_at", "is", null)
    .executeTakeFirst()
  if (!row) return null
  const idle = books.now().getTime() - row.last_seen_at.getTime()
  if (idle > IDLE[row.role]) return null
  const renewed = idle > SEEN_EVERY
  if (renewed) await touch(books, row.session_id)
  return {
    id: row.session_id,
    user: {
      id: row.id,
      name: row.name,
      email: row.email,
      role: row.role,
      avatar: toPicture(row),
      createdAt: row.created_at,
    },
    renewed,
    cart: (row.cart ?? []).map(([product, quantity]) => ({ product, quantity })),
  }
}

/** Ends the session of a secret: a copy of the cookie is worth nothing afterwards. */
export async function endSession(books: Books, token: string): Promise<void> {
  await books.db.deleteFrom("sessions").where("token_hash", "=", hashToken(token)).execute()
}

async function touch(books: Books, id: string) {
  await books.db.updateTable("sessions").set({ last_seen_at: books.now() }).where("id", "=", id).execute()
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}
