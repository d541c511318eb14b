import { sql } from "kysely"
import { emit } from "~/domain/events/emit.server"
import { storePictureOf, type Upload } from "~/domain/media/store-picture.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { invalid, unauthenticated } from "~/domain/shop-error"
import type { StoredShippingInfo } from "~db/schema"
import type { ProfileFields } from "./account"
import { accountLimits } from "./account-limits"
import type { Buyer, Member } from "./actor"
import { insertEmailUndo, isEmailKept } from "./email-undos.server"
import { type ConfirmingSession, confirmPassword } from "./passwords/confirm-password.server"
import { revokeMailedLinks } from "./passwords/mailed-links.server"
import { requireProof } from "./proof"
import { emailTaken, translateEmailConflict } from "./registration/taken-email.server"
import { countTowards } from "./shop-totals.server"
import type { User } from "./user"
import { findActiveUser } from "./user-row.server"

interface ProfileChanges extends ProfileFields {
  /** `null` removes the picture; leaving it out keeps it. */
  avatar?: Upload | null
}

/** Requires the password for a new email address. @throws ShopError `invalid`, `tooMany`, `staleProof` */
export async function editProfile(
  shop: Shop,
  member: Member,
  { password = "", ...changes }: ProfileChanges & { password?: string },
  session: ConfirmingSession = null,
): Promise<User> {
  if (!isSameEmail(member.email, changes.email)) {
    requireProof(shop, member, "email.change")
    if (password === "") throw invalid("Please enter your password to change your email", "password")
    await confirmPassword(shop, member, { password, session })
  }
  return updateProfile(shop, member, changes)
}

/** @throws ShopError `invalid` for a taken email address, `tooMany`, `staleProof` */
export async function updateProfile(shop: Shop, member: Member, { avatar, ...profile }: ProfileChanges): Promise<User> {
  if (!isSameEmail(member.email, profile.email)) requireProof(shop, member, "email.change")
  await shop.limits.consume(accountLimits.profileOfMember, member.id)
  if (!isSameEmail(member.email, profile.email)) await shop.limits.consume(accountLimits.emailOfMember, member.id)
  if (avatar) {
    await shop.limits.consume(accountLimits.avatarOfMember, member.id)
    await countTowards(shop, "avatars")
  }
  const picture = avatar ? await storePictureOf(shop, avatar, "avatar") : avatar
  return translateEmailConflict(() =>
    shop.transaction(async (tx) => {
      await updateNameAndEmail(tx, member.id, profile, member)
      if (picture !== undefined) {
        await tx.db.updateTable("users").set({ avatar_picture_id: picture }).where("id", "=", member.id).execute()
      }
      const user = await findActiveUser(tx, member.id)
      if (!user) throw unauthenticated()
      return user
    }),
  )
}

export async function updateShippingInfo(
  { db }: Queryable,
  { id }: Pick<Buyer, "id">,
  info: StoredShippingInfo | null,
  name?: string,
): Promise<void> {
  await db
    .updateTable("users")
    .set({ shipping_info: info && JSON.stringify(info), name })
    .where("id", "=", id)
    .execute()
}

/** Writes the name of an imported row; `updated_at` stays, because no person changed the account. */
export async function updateImportedName({ db }: Tx, userId: string, name: string): Promise<void> {
  await db.updateTable("users").set({ name }).where("id", "=", userId).execute()
}

/**
 * A new email address revokes mailed links and sends an email to the former one, with a link that undoes it.
 * @param member the member; the database may have another address than the session
 * @throws ShopError `invalid` for an address that another account may still get back, `staleProof`
 */
export async function updateNameAndEmail(
  tx: Tx,
  userId: string,
  { name, email }: ProfileFields,
  member: Pick<User, "proof"> = {},
): Promise<void> {
  const before = await tx.db
    .selectFrom("users")
    .select(["id", "name", "email", sql<boolean>`email_verified_at is not null`.as("wasVerified")])
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) throw unauthenticated()
  const isMoved = !isSameEmail(before.email, email)
  if (isMoved) requireProof(tx, member, "email.change")
  await tx.db.updateTable("users").set({ name, email, updated_at: tx.now() }).where("id", "=", userId).execute()
  if (!isMoved) return
  if (await isEmailKept(tx, email, userId)) throw emailTaken()
  await revokeMailedLinks(tx, userId)
  await emit(tx, "user.email-changed", { user: before, email, undo: await insertEmailUndo(tx, before) })
}

export function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
