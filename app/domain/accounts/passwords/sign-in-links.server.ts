import { MINUTE } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import { addJob } from "~/domain/jobs.server"
import { isWithin } from "~/domain/rate-limits"
import type { Queryable, Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { accountLimits } from "../account-limits"
import { accountKey, accountLogId, addressKey } from "../rate-limit-keys.server"
import { hashToken, newToken } from "../token-hash.server"
import { ownsEmail } from "../user-row.server"
import type { VerifiedCredentials } from "./verified-credentials"

export const SIGN_IN_LINK_MINUTES = 10

/** Neither the response nor its time reveals whether the address has an account. @throws ShopError `tooMany` */
export async function requestSignInLink(shop: Shop, email: string, address: string): Promise<void> {
  const [account, origin] = [accountKey(email), addressKey(address)]
  await shop.limits.consume(accountLimits.forgotFromAddress, origin)
  const isSent =
    (await isWithin(shop.limits, accountLimits.signInLinksFromAddress, `${account} ${origin}`)) &&
    (await isWithin(shop.limits, accountLimits.signInLinks, account))
  shop.log.info({ account: accountLogId(email), isSent }, "sign-in link asked for")
  if (isSent) await addJob(shop, "send-sign-in-link", { email })
}

/** Earlier links stay valid: a stranger's request cannot end them. */
export async function sendSignInLink(shop: Shop, email: string): Promise<void> {
  const token = newToken()
  await shop.transaction(async (tx) => {
    const user = await tx.db
      .selectFrom("users")
      .select(["id", "name", "email"])
      .where(ownsEmail(email))
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) return
    const expiresAt = new Date(tx.now().getTime() + SIGN_IN_LINK_MINUTES * MINUTE)
    await tx.db
      .insertInto("sign_in_links")
      .values({ token_hash: hashToken(token), user_id: user.id, expires_at: expiresAt })
      .execute()
    await emit(tx, "user.sign-in-link-created", { user, token })
  })
}

/** @throws ShopError `invalid` for a used, expired or unknown link */
export async function checkSignInLink(shop: Queryable, token: string): Promise<{ email: string }> {
  return shop.db
    .selectFrom("sign_in_links")
    .innerJoin("users", "users.id", "sign_in_links.user_id")
    .select("users.email")
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", shop.now())
    .where("users.deleted_at", "is", null)
    .executeTakeFirstOrThrow(unusable)
}

/** Works once per link, even concurrently. @throws ShopError `invalid` */
export async function takeSignInLink(shop: Shop, token: string): Promise<VerifiedCredentials> {
  const credentials = await shop.db
    .deleteFrom("sign_in_links")
    .using("users")
    .whereRef("users.id", "=", "sign_in_links.user_id")
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", shop.now())
    .where("users.deleted_at", "is", null)
    .returning(["users.id as userId", "users.password_hash as passwordHash"])
    .executeTakeFirstOrThrow(unusable)
  return { ...credentials, factors: ["link"] }
}

const unusable = () => invalid("This link has expired")

export async function sweepSignInLinks(shop: Queryable): Promise<void> {
  await shop.db.deleteFrom("sign_in_links").where("expires_at", "<", shop.now()).execute()
}
