import type { Shop } from "../shop"
import { badCredentials } from "../shop-error"
import type { Credentials } from "./account"
import { accountLimits } from "./account-limits"
import { accountKey, addressKey } from "./limit-keys.server"
import { verifyPassword } from "./passwords.server"
import type { Proof } from "./proof"
import { owns } from "./user-row.server"

/**
 * Checks an e-mail address and a password. An unknown address and a wrong password get the same words after the same
 * time.
 * @throws ShopError `badCredentials`, or `tooMany` after ten failures of one account or fifty of one address
 */
export async function authenticate(shop: Shop, { email, password }: Credentials, address: string): Promise<Proof> {
  const { limits } = shop
  const account = accountKey(email)
  const origin = addressKey(address)
  await limits.check(accountLimits.loginFromAddress, origin)
  await limits.take(accountLimits.loginOfAccount, account)
  const row = await findByEmail(shop, email)
  const right = await verifyPassword(password, row?.password_hash)
  if (!row || !right) {
    await limits.take(accountLimits.loginFromAddress, origin)
    throw badCredentials("Invalid email or password")
  }
  // Guesses that were under way together count too: the right one among them does not slip through.
  await limits.check(accountLimits.loginFromAddress, origin)
  await limits.clear(accountLimits.loginOfAccount, account)
  return { userId: row.id, passwordHash: row.password_hash }
}

function findByEmail(shop: Shop, email: string) {
  return shop.db.selectFrom("users").select(["id", "password_hash"]).where(owns(email)).executeTakeFirst()
}
