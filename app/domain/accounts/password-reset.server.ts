import { createHash, randomBytes } from "node:crypto"
import { sql } from "kysely"
import { queueMail } from "../mail/outbox.server"
import { passwordResetLetter } from "../mail/templates/password-reset"
import type { Books, Shop } from "../shop"
import { invalid } from "../shop-error"
import type { PasswordReset } from "./account"
import { accountLimits, RESET_MINUTES } from "./account-limits"
import { afterPasswordChange } from "./change-password.server"
import { accountKey, addressKey } from "./limit-keys.server"
import { hashPassword, refuseWeakPassword } from "./passwords.server"
import type { Proof } from "./proof"
import { owns } from "./user-row.server"

/**
 * Somebody forgot their password. Whether the e-mail address has an account shows neither in the answer nor in its
 * time: looking it up and writing to it happen in the background.
 * @throws ShopError `tooMany`
 */
export async function requestPasswordReset(shop: Shop, email: string, address: string): Promise<void> {
  await shop.limits.take(accountLimits.forgotFromAddress, addressKey(address))
  await shop.limits.take(accountLimits.forgotOfAccount, accountKey(email))
  await sql`select graphile_worker.add_job('send-reset-link', ${JSON.stringify({ email })}::json)`.execute(shop.db)
}

/** Sends a new link to whoever has the e-mail address; links sent before die. */
export async function sendResetLink(shop: Shop, email: string): Promise<void> {
  const token = randomBytes(24).toString("base64url")
  await shop.transaction(async (books) => {
    const user = await books.db
      .selectFrom("users")
      .select(["id", "name", "email"])
      .where(owns(email))
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) return
    await forgetLinks(books, user.id)
    await books.db
      .insertInto("password_resets")
      .values({
        token_hash: hashToken(token),
        user_id: user.id,
        created_at: books.now(),
        expires_at: new Date(books.now().getTime() + RESET_MINUTES * 60_000),
      })
      .execute()
    const letter = passwordResetLetter(books.identity, { name: user.name, token, minutes: RESET_MINUTES })
    await queueMail(books, { kind: "password-reset", to: user.email, letter })
  })
}

/**
 * Whose password a link resets.
 * @throws ShopError `invalid` when it has been used, has expired or never was one
 */
export async function checkResetLink(shop: Shop, token: string): Promise<{ email: string }> {
  const { email } = await ownerOf(shop, token)
  return { email }
}

/**
 * Sets a new password by a reset link. The link works once, however many use it at the same moment; every session of
 * the account ends.
 * @throws ShopError `invalid` for a link that is not alive or a weak password
 */
export async function resetPassword(shop: Shop, token: string, { password }: PasswordReset): Promise<Proof> {
  const owner = await ownerOf(shop, token)
  refuseWeakPassword(password, owner, "password")
  const passwordHash = await hashPassword(password)
  await shop.transaction(async (books) => {
    await books.db.selectFrom("users").select("id").where("id", "=", owner.id).forNoKeyUpdate().execute()
    await ownerOf(books, token)
    await books.db
      .updateTable("users")
      .set({ password_hash: passwordHash, updated_at: books.now() })
      .where("id", "=", owner.id)
      .execute()
    await afterPasswordChange(books, owner)
  })
  await shop.limits.clear(accountLimits.loginOfAccount, accountKey(owner.email))
  return { userId: owner.id, passwordHash }
}

/** Reset links of an account die. */
export async function forgetLinks(books: Books, userId: string): Promise<void> {
  await books.db.deleteFrom("password_resets").where("user_id", "=", userId).execute()
}

export async function sweepResetLinks(books: Books): Promise<void> {
  await books.db.deleteFrom("password_resets").where("expires_at", "<", books.now()).execute()
}

async function ownerOf(books: Books, token: string): Promise<{ id: string; name: string; email: string }> {
  const user = await books.db
    .selectFrom("password_resets")
    .innerJoin("users", "users.id", "password_resets.user_id")
    .select(["users.id", "users.name", "users.email"])
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", books.now())
    .where("users.deleted_at", "is", null)
    .executeTakeFirst()
  if (!user) throw invalid("Token invalid or expired")
  return user
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}
