import type { StoredShippingInfo } from "~db/schema"
import { emit } from "../events/emit.server"
import { storePictureOf, type Upload } from "../media/store-picture.server"
import type { Shop, Tx } from "../shop"
import { invalid, unauthenticated } from "../shop-error"
import type { ProfileFields } from "./account"
import { accountLimits } from "./account-limits"
import type { Member } from "./actor"
import { type ConfirmingSession, confirmPassword } from "./passwords/confirm-password.server"
import { revokeResetLinks } from "./passwords/password-reset.server"
import { countAvatar } from "./shop-totals.server"
import { translateEmailConflict } from "./taken-email.server"
import type { User } from "./user"
import { findActiveUser } from "./user-row.server"

interface ProfileChanges extends ProfileFields {
  /** A new picture, `null` to go back to the initials; absent means unchanged. */
  avatar?: Upload | null
}

/**
 * Changes a profile on its page: as `updateProfile` does, but another e-mail address asks for the password.
 * @throws ShopError as `updateProfile` and `confirmPassword` do
 */
export async function editProfile(
  shop: Shop,
  member: Member,
  { password = "", ...changes }: ProfileChanges & { password?: string },
  session: ConfirmingSession = null,
): Promise<User> {
  if (!isSameEmail(member.email, changes.email)) {
    if (password === "") throw invalid("Please enter your password to change your email", "password")
    await confirmPassword(shop, member, { password, session })
  }
  return updateProfile(shop, member, changes)
}

/**
 * Changes a member's name, e-mail address and picture. Another e-mail address is announced to the old one.
 * @throws ShopError `invalid` when somebody else has the e-mail address, `tooMany` after many changes, or after very many
 * pictures in the whole shop
 */
export async function updateProfile(shop: Shop, member: Member, { avatar, ...profile }: ProfileChanges): Promise<User> {
  await shop.limits.consume(accountLimits.profileOfMember, member.id)
  if (!isSameEmail(member.email, profile.email)) await shop.limits.consume(accountLimits.emailOfMember, member.id)
  if (avatar) {
    await shop.limits.consume(accountLimits.avatarOfMember, member.id)
    await countAvatar(shop)
  }
  const picture = avatar ? await storePictureOf(shop, avatar, "avatar") : avatar
  return translateEmailConflict(() =>
    shop.transaction(async (tx) => {
      await updateNameAndEmail(tx, member.id, profile)
      if (picture !== undefined) {
        await tx.db.updateTable("users").set({ avatar_picture_id: picture }).where("id", "=", member.id).execute()
      }
      const user = await findActiveUser(tx, member.id)
      if (!user) throw unauthenticated()
      return user
    }),
  )
}

/** Keeps the address that a member last gave for their deliveries. */
export async function updateShippingInfo(shop: Shop, { id }: Member, info: StoredShippingInfo): Promise<void> {
  await shop.db
    .updateTable("users")
    .set({ shipping_info: JSON.stringify(info) })
    .where("id", "=", id)
    .execute()
}

/**
 * Writes a user's name and e-mail address. When the address changes, links sent to the
 * old one die, and a mail to it says so.
 * @throws ShopError `unauthenticated` when there is no active account of this id
 */
export async function updateNameAndEmail(tx: Tx, userId: string, { name, email }: ProfileFields): Promise<void> {
  const before = await tx.db
    .selectFrom("users")
    .select(["id", "name", "email"])
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) throw unauthenticated()
  await tx.db.updateTable("users").set({ name, email, updated_at: tx.now() }).where("id", "=", userId).execute()
  if (isSameEmail(before.email, email)) return
  await revokeResetLinks(tx, userId)
  await emit(tx, "user.email-changed", { user: before, email })
}

function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
