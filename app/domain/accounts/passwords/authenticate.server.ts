import type { Shop } from "~/domain/shop"
import { badCredentials } from "~/domain/shop-error"
import { compileOnce, preparedStatement } from "~db/prepared-statements.server"
import type { Credentials } from "../account"
import { accountLogId } from "../rate-limit-keys.server"
import { emitRefusedSignIn } from "../sessions/emit-refused-sign-in.server"
import type { KnownDevice } from "../sessions/known-device"
import { ownsEmail } from "../user-row.server"
import {
  attemptsFromUnknownDevice,
  attemptsOnKnownDevice,
  beginAttempt,
  recordFailedAttempt,
  recordSuccessfulAttempt,
} from "./login-attempts.server"
import { type PasswordHasher, withPasswordHasher } from "./passwords.server"
import type { VerifiedCredentials } from "./verified-credentials"

/** Takes the same time for an unknown address. @throws ShopError `badCredentials`, `tooMany`, `unavailable` */
export async function authenticate(
  shop: Shop,
  credentials: Credentials,
  address: string,
  device: KnownDevice | null = null,
): Promise<VerifiedCredentials> {
  return withPasswordHasher(({ verify }) => verifyCredentials(shop, credentials, { address, device, verify }))
}

interface SignInAttempt {
  address: string
  device: KnownDevice | null
  verify: PasswordHasher["verify"]
}

async function verifyCredentials(
  shop: Shop,
  { email, password }: Credentials,
  { address, device, verify }: SignInAttempt,
): Promise<VerifiedCredentials> {
  const [row] = await selectByEmail(shop.db, { email })
  const isKnown = row && device?.accounts.includes(row.id)
  const attempts = device && isKnown ? attemptsOnKnownDevice(device, row.id) : attemptsFromUnknownDevice(email, address)
  const logFields = row ? { userId: row.id } : { account: accountLogId(email) }
  await beginAttempt(shop.limits, attempts).catch((error) => {
    shop.log.info(logFields, "sign-in refused: too many attempts")
    throw error
  })
  const isCorrect = await verify(password, row?.password_hash)
  if (!row || !isCorrect) {
    shop.log.info(logFields, row ? "sign-in refused: wrong password" : "sign-in refused: no such account")
    // These run in parallel, so that the time does not reveal staff.
    await Promise.all([recordFailedAttempt(shop.limits, attempts), row && emitRefusedSignIn(shop, row, "password")])
    throw badCredentials("Invalid email or password")
  }
  await recordSuccessfulAttempt(shop.limits, attempts)
  return { userId: row.id, passwordHash: row.password_hash }
}

const selectByEmail = compileOnce((db, { email }: { email: string }) =>
  db.selectFrom("users").modifyFront(preparedStatement).select(["id", "role", "password_hash"]).where(ownsEmail(email)),
)
