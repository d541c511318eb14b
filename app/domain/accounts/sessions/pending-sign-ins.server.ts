import { MINUTE } from "~/domain/durations"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { unauthenticated } from "~/domain/shop-error"
import type { VerifiedCredentials } from "../passwords/verified-credentials"
import { hashToken, newExpiringToken } from "../token-hash.server"
import { lockVerifiedUser } from "../user-row.server"

export const SECOND_STEP_MINUTES = 5

/** Returns the token that continues this sign-in. @throws ShopError `unauthenticated` if the password has changed */
export async function beginSecondStep(shop: Shop, credentials: VerifiedCredentials): Promise<string> {
  const { userId, factors } = credentials
  const { token, stored } = newExpiringToken(shop, SECOND_STEP_MINUTES * MINUTE)
  await shop.transaction(async (tx) => {
    if (!(await lockVerifiedUser(tx, credentials))) throw unauthenticated()
    const first_factor = factors?.includes("link") ? "link" : "password"
    await tx.db
      .insertInto("pending_sign_ins")
      .values({ ...stored, user_id: userId, first_factor })
      .execute()
  })
  return token
}

/** Returns null for an unknown token, or if the second step took too long. */
export async function findPendingSignIn(shop: Queryable, token: string): Promise<{ userId: string } | null> {
  const row = await shop.db
    .selectFrom("pending_sign_ins")
    .select("user_id as userId")
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", shop.now())
    .executeTakeFirst()
  return row ?? null
}

/** Ends it. @throws ShopError `unauthenticated` for an unknown token */
export async function takePendingSignIn(shop: Shop, token: string) {
  return shop.db
    .deleteFrom("pending_sign_ins")
    .using("users")
    .whereRef("users.id", "=", "pending_sign_ins.user_id")
    .where("token_hash", "=", hashToken(token))
    .returning(["users.id as userId", "users.password_hash as passwordHash", "first_factor as first"])
    .executeTakeFirstOrThrow(unauthenticated)
}

export async function endPendingSignIns(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom("pending_sign_ins").where("user_id", "=", userId).execute()
}
