import { queueMail } from "../mail/outbox.server"
import { emailChangedLetter } from "../mail/templates/email-changed"
import type { Upload } from "../media/store-picture.server"
import type { Books, Shop } from "../shop"
import { unauthenticated } from "../shop-error"
import type { Profile } from "./account"
import { storeAvatar } from "./avatar.server"
import { forgetLinks } from "./password-reset.server"
import { refusingTakenEmail } from "./taken-email.server"
import type { Member, User } from "./user"
import { findLivingUser } from "./user-row.server"

export interface ProfileChanges extends Profile {
  /** A new picture, `null` to go back to the initials; absent means unchanged. */
  avatar?: Upload | null
}

/**
 * Changes a member's name, e-mail address and picture. Another e-mail address is announced to the old one.
 * @throws ShopError `invalid` when somebody else has the e-mail address
 */
export async function updateProfile(shop: Shop, member: Member, { avatar, ...profile }: ProfileChanges): Promise<User> {
  const picture = avatar ? await storeAvatar(shop, avatar) : avatar
  return refusingTakenEmail(() =>
    shop.transaction(async (books) => {
      await changeIdentity(books, member.id, profile)
      if (picture !== undefined) {
        await books.db.updateTable("users").set({ avatar_picture_id: picture }).where("id", "=", member.id).execute()
      }
      const user = await findLivingUser(books, member.id)
      if (!user) throw unauthenticated()
      return user
    }),
  )
}

/**
 * Writes a user's name and e-mail address. When the address changes, links sent to the old one die and it is told.
 * @throws ShopError `unauthenticated` when nobody living has this id
 */
export async function changeIdentity(books: Books, userId: string, { name, email }: Profile): Promise<void> {
  const before = await books.db
    .selectFrom("users")
    .select(["name", "email"])
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) throw unauthenticated()
  await books.db.updateTable("users").set({ name, email, updated_at: books.now() }).where("id", "=", userId).execute()
  if (before.email.toLowerCase() === email.toLowerCase()) return
  await forgetLinks(books, userId)
  const letter = emailChangedLetter(books.identity, { name: before.name, email })
  await queueMail(books, { kind: "email-changed", to: before.email, letter })
}
