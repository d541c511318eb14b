import { accountLimits } from "~/domain/accounts/account-limits"
import { authenticate } from "~/domain/accounts/passwords/authenticate.server"
import { hashPassword } from "~/domain/accounts/passwords/passwords.server"
import { accountKey } from "~/domain/accounts/rate-limit-keys.server"
import { insertUser } from "~/domain/accounts/register.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop } from "~/domain/shop"
import { median } from "../figures"

const ROUNDS = 100

/** Measures whether response times reveal which e-mail addresses have accounts; leaves an account behind. */
export async function measureSignInTimes(shop: Shop) {
  const known = `bench-${newObjectId(shop.now())}@bench.invalid`
  const unknown = `nobody-${newObjectId(shop.now())}@bench.invalid`
  const password_hash = await hashPassword("the right password")
  await insertUser(shop, { id: newObjectId(shop.now()), name: "Bench", email: known, password_hash })
  const [wrongPassword, unknownEmail]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    wrongPassword.push(await timeOfRefusal(shop, known, round))
    unknownEmail.push(await timeOfRefusal(shop, unknown, round))
  }
  return { wrongPassword: median(wrongPassword), unknownEmail: median(unknownEmail) }
}

/** Milliseconds, as a new client each time, without limits */
async function timeOfRefusal(shop: Shop, email: string, round: number): Promise<number> {
  const started = performance.now()
  await authenticate(shop, { email, password: "a wrong password" }, `bench-${round}`).catch(() => {})
  const milliseconds = performance.now() - started
  await shop.limits.reset(accountLimits.loginOfAccount, accountKey(email))
  return milliseconds
}
