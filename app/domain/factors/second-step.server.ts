import { accountLimits } from "~/domain/accounts/account-limits"
import type { Factor } from "~/domain/accounts/factor"
import { hasSecondFactor } from "~/domain/accounts/has-second-factor.server"
import type { VerifiedCredentials } from "~/domain/accounts/passwords/verified-credentials"
import { siteKey } from "~/domain/accounts/rate-limit-keys.server"
import { emitRefusedSignIn } from "~/domain/accounts/sessions/emit-refused-sign-in.server"
import type { KnownDevice } from "~/domain/accounts/sessions/known-device"
import { findPendingSignIn, takePendingSignIn } from "~/domain/accounts/sessions/pending-sign-ins.server"
import { activeUsers } from "~/domain/accounts/user-row.server"
import type { CountedLimit } from "~/domain/rate-limits"
import type { Shop } from "~/domain/shop"
import { ShopError, unauthenticated } from "~/domain/shop-error"
import { acceptTotp } from "./authenticator-app.server"
import { plainCode } from "./plain-code"
import { acceptRecoveryCode } from "./recovery-codes.server"

/** The browser that enters a code */
export interface CodeOrigin {
  device: KnownDevice
  address: string
}

/** @throws ShopError `unauthenticated` if the first step has expired, `badCredentials`, `tooMany` */
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

const WRONG_CODE = "This code is not valid. Please enter the current code of your app, or a recovery code"

async function acceptCode(shop: Shop, userId: string, code: string, origin: CodeOrigin): Promise<Factor> {
  const { own, longer } = attemptsOf(userId, origin)
  await shop.limits.check(...longer)
  await shop.limits.consume(...own)
  // Counts before the check, so that concurrent attempts stay within the limit
  for (const count of longer) await shop.limits.consume(...count)
  const plain = plainCode(code)
  const factor: Factor = /^\d{6}$/.test(plain) ? "totp" : "recovery-code"
  const isAccepted = await (factor === "totp" ? acceptTotp : acceptRecoveryCode)(shop, userId, plain)
  if (!isAccepted) {
    shop.log.info({ userId }, "sign-in refused: wrong code")
    const user = await activeUsers(shop).select(["users.id", "role"]).where("users.id", "=", userId).executeTakeFirst()
    if (user) await emitRefusedSignIn(shop, user, factor)
    throw new ShopError("badCredentials", WRONG_CODE, { field: "code" })
  }
  for (const count of longer) await shop.limits.release(...count)
  await shop.limits.reset(...own)
  return factor
}

/** Known devices have separate attempts; all others share theirs. */
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
