import { MINUTE } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import { addJob } from "~/domain/jobs.server"
import { isWithin } from "~/domain/rate-limits"
import type { Queryable, Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import type { PasswordReset } from "../account"
import { accountLimits, RESET_MINUTES } from "../account-limits"
import { accountKey, accountLogId, addressKey } from "../rate-limit-keys.server"
import { hashToken, newToken } from "../token-hash.server"
import { lockUser, ownsEmail } from "../user-row.server"
import { handlePasswordChanged } from "./change-password.server"
import { assertStrongPassword, withPasswordHasher } from "./passwords.server"
import type { VerifiedCredentials } from "./verified-credentials"

/** Neither the response nor its time reveals whether the address has an account. @throws ShopError `tooMany` */
export async function requestPasswordReset(shop: Shop, email: string, address: string): Promise<void> {
  const [account, origin] = [accountKey(email), addressKey(address)]
  await shop.limits.consume(accountLimits.forgotFromAddress, origin)
  await shop.limits.consume(accountLimits.forgotOfAccountFromAddress, `${account} ${origin}`)
  const isSent =
    (await isWithin(shop.limits, accountLimits.resetMailsFromAddress, `${account} ${origin}`)) &&
    (await isWithin(shop.limits, accountLimits.resetMails, account))
  shop.log.info({ account: accountLogId(email), isSent }, "password reset asked for")
  if (isSent) await addJob(shop, "send-reset-link", { email })
}

/** Sends a link and revokes earlier ones. */
export async function sendResetLink(shop: Shop, email: string): Promise<void> {
  const token = newToken()
  await shop.transaction(async (tx) => {
    const user = await tx.db
      .selectFrom("users")
      .select(["id", "name", "email"])
      .where(ownsEmail(email))
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) return
    await tx.db.deleteFrom("password_resets").where("user_id", "=", user.id).execute()
    await tx.db
      .insertInto("password_resets")
      .values({
        token_hash: hashToken(token),
        user_id: user.id,
        created_at: tx.now(),
        expires_at: new Date(tx.now().getTime() + RESET_MINUTES * MINUTE),
      })
      .execute()
    await emit(tx, "user.reset-link-created", { user, token })
  })
}

/** @throws ShopError `invalid` for a used, expired or unknown link */
export async function checkResetLink(shop: Shop, token: string): Promise<{ email: string }> {
  const { email } = await findTokenOwner(shop, token)
  return { email }
}

/** Works once per link, even concurrently, and ends every session. @throws ShopError `invalid`, `tooMany` */
export async function resetPassword(
  shop: Shop,
  token: string,
  { password }: PasswordReset,
): Promise<VerifiedCredentials> {
  const owner = await findTokenOwner(shop, token)
  assertStrongPassword(shop, password, owner, "password")
  const passwordHash = await withPasswordHasher(async ({ hash }) => {
    await shop.limits.consume(accountLimits.resetByLink, hashToken(token))
    return hash(password)
  })
  await shop.transaction(async (tx) => {
    await lockUser(tx, owner.id)
    await findTokenOwner(tx, token)
    await tx.db
      .updateTable("users")
      .set({ password_hash: passwordHash, updated_at: tx.now() })
      .where("id", "=", owner.id)
      .execute()
    await handlePasswordChanged(tx, owner)
  })
  await shop.limits.reset(accountLimits.loginOfAccount, accountKey(owner.email))
  return { userId: owner.id, passwordHash }
}

export async function sweepResetLinks(shop: Queryable): Promise<void> {
  await shop.db.deleteFrom("password_resets").where("expires_at", "<", shop.now()).execute()
}

async function findTokenOwner(shop: Queryable, token: string): Promise<{ id: string; name: string; email: string }> {
  return shop.db
    .selectFrom("password_resets")
    .innerJoin("users", "users.id", "password_resets.user_id")
    .select(["users.id", "users.name", "users.email"])
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", shop.now())
    .where("users.deleted_at", "is", null)
    .executeTakeFirstOrThrow(() => invalid("Token invalid or expired"))
}
