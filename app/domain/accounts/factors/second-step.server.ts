import { MINUTE } from "~/domain/durations"
import type { CountedLimit } from "~/domain/rate-limits"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { ShopError, unauthenticated } from "~/domain/shop-error"
import { accountLimits } from "../account-limits"
import type { VerifiedCredentials } from "../passwords/verified-credentials"
import { siteKey } from "../rate-limit-keys.server"
import type { KnownDevice } from "../sessions/known-device"
import { noteRefusedSignIn } from "../staff/refused-sign-in.server"
import { hashToken, newExpiringToken } from "../token-hash.server"
import { activeUsers, lockVerifiedUser } from "../user-row.server"
import { acceptTotp } from "./authenticator-app.server"
import type { Factor } from "./factor"
import { plainCode } from "./plain-code"
import { acceptRecoveryCode } from "./recovery-codes.server"
import { hasSecondFactor } from "./second-factors.server"

export const SECOND_STEP_MINUTES = 5

/** The browser that enters a code */
export interface CodeOrigin {
  device: KnownDevice
  address: string
}

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

/** @throws ShopError `unauthenticated` if the first step is over, `badCredentials`, `tooMany` */
export async function finishSecondStep(
  shop: Shop,
  token: string,
  code: string,
  origin: CodeOrigin,
): Promise<VerifiedCredentials> {
  const pending = await findPendingSignIn(shop, token)
  if (!pending) throw unauthenticated()
  const factor = await acceptCode(shop, pending.userId, code, origin)
  const { first, ...credentials } = await takePendingSignIn(shop, token)
  return { ...credentials, factors: [first, factor] }
}

async function takePendingSignIn(shop: Shop, token: string) {
  return shop.db
    .deleteFrom("pending_sign_ins")
    .using("users")
    .whereRef("users.id", "=", "pending_sign_ins.user_id")
    .where("token_hash", "=", hashToken(token))
    .returning(["users.id as userId", "users.password_hash as passwordHash", "first_factor as first"])
    .executeTakeFirstOrThrow(unauthenticated)
}

/** Adds the second factor to the password, if the account has one. @throws ShopError `badCredentials`, `tooMany` */
export async function withSecondFactor(
  shop: Shop,
  credentials: VerifiedCredentials,
  code: string,
  origin: CodeOrigin,
): Promise<VerifiedCredentials> {
  if (!(await hasSecondFactor(shop, credentials.userId))) return credentials
  return { ...credentials, factors: ["password", await acceptCode(shop, credentials.userId, code, origin)] }
}

const WRONG_CODE = "This code is not valid. Please enter the one that your app shows now, or a recovery code"

async function acceptCode(shop: Shop, userId: string, code: string, origin: CodeOrigin): Promise<Factor> {
  const { own, longer } = attemptsOf(userId, origin)
  await shop.limits.check(...longer)
  await shop.limits.consume(...own)
  // Counted before the try, so that concurrent ones stay within the limit
  for (const count of longer) await shop.limits.consume(...count)
  const plain = plainCode(code)
  const factor: Factor = /^\d{6}$/.test(plain) ? "totp" : "recovery-code"
  const isAccepted = await (factor === "totp" ? acceptTotp : acceptRecoveryCode)(shop, userId, plain)
  if (!isAccepted) {
    shop.log.info({ userId }, "sign-in refused: wrong code")
    const user = await activeUsers(shop).select(["users.id", "role"]).where("users.id", "=", userId).executeTakeFirst()
    if (user) await noteRefusedSignIn(shop, user, factor)
    throw new ShopError("badCredentials", WRONG_CODE, { field: "code" })
  }
  for (const count of longer) await shop.limits.release(...count)
  await shop.limits.reset(...own)
  return factor
}

/** Known devices have attempts of their own; all others share theirs. */
function attemptsOf(userId: string, { device, address }: CodeOrigin): { own: CountedLimit; longer: CountedLimit[] } {
  const key = `${device.isNew ? siteKey(address) : device.id} ${userId}`
  const own: CountedLimit = [accountLimits.codeOnDevice, key]
  if (device.accounts.includes(userId)) return { own, longer: [[accountLimits.codeOnKnownDevice, key]] }
  return {
    own,
    longer: [
      [accountLimits.codeFromAddress, `${userId} ${siteKey(address)}`],
      [accountLimits.codeOfAccount, userId],
    ],
  }
}

export async function endPendingSignIns(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom("pending_sign_ins").where("user_id", "=", userId).execute()
}
