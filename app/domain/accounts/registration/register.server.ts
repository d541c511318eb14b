import { sql } from "kysely"
import { emit } from "~/domain/events/emit.server"
import { storePictureOf, type Upload } from "~/domain/media/store-picture.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Queryable, Shop } from "~/domain/shop"
import type { Registration } from "../account"
import { accountLimits } from "../account-limits"
import type { Guest } from "../actor"
import { isEmailKept } from "../email-undos.server"
import { makeMember } from "../guests/guests.server"
import { assertStrongPassword, withPasswordHasher } from "../passwords/passwords.server"
import type { VerifiedCredentials } from "../passwords/verified-credentials"
import { consumeFrom, countsFrom } from "../rate-limit-keys.server"
import { endUserSessions } from "../sessions/session-list.server"
import { countTowards } from "../shop-totals.server"
import { ownsEmail } from "../user-row.server"
import { emailTaken, translateEmailConflict } from "./taken-email.server"

interface RegistrationContext {
  address: string
  avatar?: Upload | null
}

/** @throws ShopError `invalid` for a taken email address or a common password, `tooMany` */
export async function registerUser(
  shop: Shop,
  { name, email, password }: Registration,
  { address, avatar }: RegistrationContext,
): Promise<VerifiedCredentials> {
  const passwordHash = await hashNewPassword(shop, { name, email, password }, { address, avatar })
  const picture = avatar ? await storePictureOf(shop, avatar, "avatar") : null
  const userId = newObjectId(shop.now())
  const created = await shop.transaction(async (tx) => {
    const values = { id: userId, name, email, password_hash: passwordHash, avatar_picture_id: picture }
    if (!(await insertUser(tx, values))) return false
    // The insert waits for a concurrent change that gives the address up.
    if (await isEmailKept(tx, email, userId)) throw emailTaken()
    await emit(tx, "user.registered", { id: userId, name, email })
    return true
  })
  if (!created) return rejectTakenEmail(shop, address)
  return { userId, passwordHash, via: "registration" }
}

/**
 * Turns a guest into a member who keeps the session's orders; only the password opens the account.
 * @throws ShopError `invalid` for a taken email address or a common password, `tooMany`
 */
export async function registerGuest(
  shop: Shop,
  { id, name, email }: Guest,
  password: string,
  address: string,
): Promise<VerifiedCredentials> {
  const passwordHash = await hashNewPassword(shop, { name, email, password }, { address })
  const isCreated = await translateEmailConflict(() =>
    shop.transaction(async (tx) => {
      if (!(await makeMember(tx, id, passwordHash))) return false
      if (await isEmailKept(tx, email, id)) throw emailTaken()
      await endUserSessions(tx, id)
      await emit(tx, "user.registered", { id, name, email })
      return true
    }),
  )
  if (!isCreated) return rejectTakenEmail(shop, address)
  return { userId: id, passwordHash, via: "registration" }
}

async function hashNewPassword(
  shop: Shop,
  { name, email, password }: Registration,
  { address, avatar }: RegistrationContext,
): Promise<string> {
  return withPasswordHasher(async ({ hash }) => {
    await consumeFrom(shop.limits, address, accountLimits.registerFromAddress)
    await shop.limits.check(...countsFrom(address, accountLimits.takenEmailFromAddress))
    assertStrongPassword(shop, password, { name, email }, "password")
    if (await isEmailTaken(shop, email)) return rejectTakenEmail(shop, address)
    await countTowards(shop, "registrations")
    if (avatar) await countTowards(shop, "avatars")
    return hash(password)
  })
}

interface NewUser {
  id: string
  name: string
  email: string
  password_hash: string
  role?: "admin" | "user"
  avatar_picture_id?: string | null
  email_verified_at?: Date
}

/** Returns `false` if an active account has the email address. */
export async function insertUser(shop: Queryable, user: NewUser): Promise<boolean> {
  const row = await shop.db
    .insertInto("users")
    .values({ avatar_picture_id: null, ...user, created_at: shop.now(), updated_at: shop.now() })
    .onConflict((conflict) =>
      conflict.expression(sql`lower(email)`).where("deleted_at", "is", null).where("is_guest", "=", false).doNothing(),
    )
    .returning("id")
    .executeTakeFirst()
  return row !== undefined
}

async function isEmailTaken(shop: Shop, email: string): Promise<boolean> {
  const row = await shop.db.selectFrom("users").select("id").where(ownsEmail(email)).executeTakeFirst()
  return row !== undefined || isEmailKept(shop, email)
}

async function rejectTakenEmail(shop: Shop, address: string): Promise<never> {
  await consumeFrom(shop.limits, address, accountLimits.takenEmailFromAddress)
  throw emailTaken()
}
