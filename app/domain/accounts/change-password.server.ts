import { queueMail } from "../mail/outbox.server"
import { passwordChangedLetter } from "../mail/templates/password-changed"
import type { Books, Shop } from "../shop"
import { invalid } from "../shop-error"
import type { PasswordChange } from "./account"
import { confirmPassword } from "./confirm-password.server"
import { hashPassword, refuseWeakPassword } from "./passwords.server"
import { endSessions } from "./session-list.server"
import type { Member } from "./user"

/**
 * Changes a member's password, ends their other sessions and tells them by mail.
 * @param keep the id of the session that stays
 * @throws ShopError `invalid` for a wrong old password or a weak new one, `tooMany` after ten wrong ones
 */
export async function changePassword(shop: Shop, member: Member, change: PasswordChange, keep?: string): Promise<void> {
  refuseWeakPassword(change.newPassword, member, "newPassword")
  const current = await confirmPassword(shop, member, change.oldPassword, "oldPassword")
  const passwordHash = await hashPassword(change.newPassword)
  await shop.transaction(async (books) => {
    const changed = await books.db
      .updateTable("users")
      .set({ password_hash: passwordHash, updated_at: books.now() })
      .where("id", "=", member.id)
      .where("password_hash", "=", current)
      .where("deleted_at", "is", null)
      .returning("id")
      .executeTakeFirst()
    if (!changed) throw invalid("Invalid old password", "oldPassword")
    await afterPasswordChange(books, member, keep)
  })
}

/** What follows every change of a password: other sessions end, reset links die, a mail says so. */
export async function afterPasswordChange(
  books: Books,
  { id, name, email }: { id: string; name: string; email: string },
  keep?: string,
): Promise<void> {
  await endSessions(books, id, keep)
  await books.db.deleteFrom("password_resets").where("user_id", "=", id).execute()
  const letter = passwordChangedLetter(books.identity, { name, at: books.now() })
  await queueMail(books, { kind: "password-changed", to: email, letter })
}
