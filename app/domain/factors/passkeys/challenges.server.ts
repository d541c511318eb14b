import { accountLimits } from "~/domain/accounts/account-limits"
import { consumeFrom } from "~/domain/accounts/rate-limit-keys.server"
import { hashToken, newToken } from "~/domain/accounts/token-hash.server"
import { MINUTE } from "~/domain/durations"
import type { Identity, Queryable, Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { CHALLENGE_MINUTES } from "./passkey"

/** Uses the configured address, never the request's. */
export function relyingPartyOf({ url }: Identity) {
  const { origin, hostname } = new URL(url)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

/** @param userId the owner of the new passkey; null for a sign-in. @throws ShopError `tooMany` */
export async function newChallenge(shop: Shop, userId: string | null, address: string): Promise<string> {
  await consumeFrom(shop.limits, address, accountLimits.challengesFromAddress)
  const challenge = newToken()
  const expiresAt = new Date(shop.now().getTime() + CHALLENGE_MINUTES * MINUTE)
  await shop.db
    .insertInto("passkey_challenges")
    .values({ challenge_hash: hashToken(challenge), user_id: userId, expires_at: expiresAt })
    .execute()
  return challenge
}

/** Works once per challenge, even concurrently. @throws ShopError `invalid` */
export async function takeChallenge(shop: Queryable, challenge: string, userId: string | null): Promise<void> {
  await shop.db
    .deleteFrom("passkey_challenges")
    .where("challenge_hash", "=", hashToken(challenge))
    .where("user_id", "is not distinct from", userId)
    .where("expires_at", ">", shop.now())
    .returning("challenge_hash")
    .executeTakeFirstOrThrow(() => invalid(`Please try again: it works for ${CHALLENGE_MINUTES} minutes`))
}

export async function sweepChallenges({ db, now }: Queryable): Promise<void> {
  await db.deleteFrom("passkey_challenges").where("expires_at", "<", now()).execute()
}
