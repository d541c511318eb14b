import type { Shop } from "../shop"
import { invalid } from "../shop-error"
import { accountLimits } from "./account-limits"
import { accountKey } from "./limit-keys.server"
import { verifyPassword } from "./passwords.server"
import type { Member } from "./user"

const words = { oldPassword: "Invalid old password", password: "This is not your password" }

/**
 * Makes sure that it is really them at the keyboard, with the same limit as at sign-in, and answers the hash of the
 * password.
 * @throws ShopError `invalid` at the given field, `tooMany` after ten wrong ones
 */
export async function confirmPassword(
  shop: Shop,
  member: Member,
  password: string,
  field: keyof typeof words,
): Promise<string> {
  const account = accountKey(member.email)
  await shop.limits.take(accountLimits.loginOfAccount, account)
  const row = await shop.db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", member.id)
    .where("deleted_at", "is", null)
    .executeTakeFirst()
  const right = await verifyPassword(password, row?.password_hash)
  if (!row || !right) throw invalid(words[field], field)
  await shop.limits.clear(accountLimits.loginOfAccount, account)
  return row.password_hash
}
