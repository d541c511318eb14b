import { sql } from "kysely"
import { queueMail } from "../mail/outbox.server"
import { welcomeLetter } from "../mail/templates/welcome"
import type { Upload } from "../media/store-picture.server"
import { newObjectId } from "../object-id.server"
import type { Books, Shop } from "../shop"
import type { Registration } from "./account"
import { accountLimits } from "./account-limits"
import { storeAvatar } from "./avatar.server"
import { addressKey } from "./limit-keys.server"
import { hashPassword, refuseWeakPassword } from "./passwords.server"
import type { Proof } from "./proof"
import { emailTaken } from "./taken-email.server"
import { owns } from "./user-row.server"

/** What comes with a registration beside its fields. */
export interface Applicant {
  address: string
  avatar?: Upload | null
}

/**
 * Makes an account, an ordinary one, and welcomes its owner by mail.
 * @throws ShopError `invalid` when the e-mail address has an account already or the password is among the commonest
 */
export async function registerUser(
  shop: Shop,
  { name, email, password }: Registration,
  { address, avatar }: Applicant,
): Promise<Proof> {
  await shop.limits.take(accountLimits.registerFromAddress, addressKey(address))
  await shop.limits.check(accountLimits.takenEmailFromAddress, addressKey(address))
  refuseWeakPassword(password, { name, email }, "password")
  if (await isTaken(shop, email)) return refuseTaken(shop, address)
  const passwordHash = await hashPassword(password)
  const picture = avatar ? await storeAvatar(shop, avatar) : null
  const userId = newObjectId(shop.now())
  const made = await shop.transaction(async (books) => {
    const values = { id: userId, name, email, password_hash: passwordHash, avatar_picture_id: picture }
    if (!(await insertUser(books, values))) return false
    await queueMail(books, { kind: "welcome", to: email, letter: welcomeLetter(books.identity, { name }) })
    return true
  })
  if (!made) return refuseTaken(shop, address)
  return { userId, passwordHash }
}

interface NewUser {
  id: string
  name: string
  email: string
  password_hash: string
  role?: "admin" | "user"
  avatar_picture_id?: string | null
}

/** Whether the account could be made: `false` when somebody living has the e-mail address. */
export async function insertUser(books: Books, user: NewUser): Promise<boolean> {
  const row = await books.db
    .insertInto("users")
    .values({ avatar_picture_id: null, ...user, created_at: books.now(), updated_at: books.now() })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).where("deleted_at", "is", null).doNothing())
    .returning("id")
    .executeTakeFirst()
  return row !== undefined
}

async function isTaken(shop: Shop, email: string): Promise<boolean> {
  const row = await shop.db.selectFrom("users").select("id").where(owns(email)).executeTakeFirst()
  return row !== undefined
}

async function refuseTaken(shop: Shop, address: string): Promise<never> {
  await shop.limits.take(accountLimits.takenEmailFromAddress, addressKey(address))
  throw emailTaken()
}
