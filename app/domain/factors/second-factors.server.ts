import { isStaff, type Member } from "~/domain/accounts/actor"
import type { SecondFactor } from "~/domain/accounts/factor"
import type { VerifiedCredentials } from "~/domain/accounts/passwords/verified-credentials"
import { requireProof } from "~/domain/accounts/proof"
import { forgetTrustedDevices } from "~/domain/accounts/sessions/trusted-devices.server"
import type { User } from "~/domain/accounts/user"
import { activeUsers, lockUser } from "~/domain/accounts/user-row.server"
import { todayOf } from "~/domain/days/shop-days.server"
import { emit } from "~/domain/events/emit.server"
import { holdFactorPolicy } from "~/domain/settings/settings-versions.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { invalid, unauthenticated } from "~/domain/shop-error"
import type { Passkey } from "./passkeys/passkey"
import { demandsFactors } from "./policy"
import { countRecoveryCodes, issueRecoveryCodes } from "./recovery-codes.server"

interface SecondFactors {
  appSince: Date | null
  passkeys: Passkey[]
  recoveryCodes: number
}

export async function findSecondFactors(shop: Queryable, { id }: Pick<User, "id">): Promise<SecondFactors> {
  const app = await shop.db
    .selectFrom("authenticator_apps")
    .select("created_at")
    .where("user_id", "=", id)
    .executeTakeFirst()
  const passkeys = await shop.db
    .selectFrom("passkeys")
    .select(["id", "name", "created_at as createdAt", "last_used_at as lastUsedAt"])
    .where("user_id", "=", id)
    .orderBy("id")
    .execute()
  return { appSince: app?.created_at ?? null, passkeys, recoveryCodes: await countRecoveryCodes(shop, id) }
}

export interface AddedFactor {
  /** New recovery codes; null if the account already has some */
  recoveryCodes: string[] | null
  /** The stronger proof for a new session */
  credentials: VerifiedCredentials
}

/**
 * Locks the account while `insert` adds the factor. @throws ShopError `unauthenticated`, `invalid` for an unverified
 * address, and errors of `insert`
 */
export async function addFactor(
  shop: Shop,
  member: Member,
  added: NamedFactor,
  insert: (tx: Tx) => Promise<void>,
): Promise<AddedFactor> {
  requireProof(shop, member, "factors.change")
  return shop.transaction(async (tx) => {
    const { passwordHash, verifiedAt } = await activeUsers(tx)
      .select(["password_hash as passwordHash", "email_verified_at as verifiedAt"])
      .where("users.id", "=", member.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(unauthenticated)
    if (!verifiedAt) throw invalid("Please confirm your email address first")
    await insert(tx)
    await forgetTrustedDevices(tx, member.id)
    await emit(tx, "user.factor-added", { user: member, ...added })
    const hasCodes = (await countRecoveryCodes(tx, member.id)) > 0
    return {
      recoveryCodes: hasCodes ? null : await issueRecoveryCodes(tx, member.id),
      credentials: { userId: member.id, passwordHash, factors: ["password", added.factor] },
    }
  })
}

/**
 * Returns whether the factor existed. Removes the recovery codes with the last factor. @throws ShopError `invalid` if
 * staff need one
 */
export async function removeApp(shop: Shop, member: Member): Promise<boolean> {
  return removeFactor(shop, member, async (tx) => {
    const { numDeletedRows } = await deleteApp(tx, member.id)
    return numDeletedRows > 0n ? [{ factor: "totp" }] : []
  })
}

/** @throws ShopError as `removeApp` */
export async function removePasskey(shop: Shop, member: Member, id: string): Promise<boolean> {
  return removeFactor(shop, member, (tx) => deletePasskeys(tx, member.id, id))
}

/** Returns whether the factor exists. */
export async function renamePasskey(shop: Queryable, member: Member, id: string, name: string): Promise<boolean> {
  requireProof(shop, member, "factors.change")
  const renaming = shop.db.updateTable("passkeys").set({ name }).where("user_id", "=", member.id).where("id", "=", id)
  return (await renaming.executeTakeFirst()).numUpdatedRows > 0n
}

async function removeFactor(shop: Shop, member: Member, remove: (tx: Tx) => Promise<NamedFactor[]>): Promise<boolean> {
  requireProof(shop, member, "factors.change")
  return shop.transaction(async (tx) => {
    const policy = isStaff(member) ? await holdFactorPolicy(tx) : null
    await lockUser(tx, member.id)
    const removed = await remove(tx)
    const isLast = await handleRemoved(tx, member, removed)
    if (isLast && policy && demandsFactors(policy, todayOf(tx)))
      throw invalid("All staff need a second factor: set up another one before you remove this")
    return removed.length > 0
  })
}

type NamedFactor = { factor: SecondFactor; name?: string }

/** Returns whether no factor is left. */
async function handleRemoved(
  tx: Tx,
  user: Pick<User, "id" | "name" | "email">,
  removed: NamedFactor[],
  { byOperator = false } = {},
): Promise<boolean> {
  if (removed.length > 0) await forgetTrustedDevices(tx, user.id)
  for (const one of removed) await emit(tx, "user.factor-removed", { user, ...one, byOperator })
  const { appSince, passkeys } = await findSecondFactors(tx, user)
  const isLast = !appSince && passkeys.length === 0
  if (isLast) await deleteRecoveryCodes(tx, user.id)
  return isLast
}

/** Returns the removed factors. @param since removes only those added since */
export async function removeSecondFactors(
  tx: Tx,
  user: Pick<User, "id" | "name" | "email">,
  { byOperator, since }: { byOperator: boolean; since?: Date },
): Promise<SecondFactor[]> {
  await lockUser(tx, user.id)
  const removed = since ? await deleteFactorsSince(tx, user.id, since) : await deleteSecondFactors(tx, user.id)
  await handleRemoved(tx, user, removed, { byOperator })
  return [...new Set(removed.map(({ factor }) => factor))]
}

/** Also revokes trusted devices, without notifying the owner. */
export async function deleteSecondFactors(shop: Queryable, userId: string): Promise<NamedFactor[]> {
  const { numDeletedRows } = await deleteApp(shop, userId)
  const passkeys = await deletePasskeys(shop, userId)
  await deleteRecoveryCodes(shop, userId)
  await forgetTrustedDevices(shop, userId)
  return numDeletedRows > 0n ? [{ factor: "totp" }, ...passkeys] : passkeys
}

async function deleteFactorsSince({ db }: Tx, userId: string, since: Date): Promise<NamedFactor[]> {
  const apps = db.deleteFrom("authenticator_apps").where("user_id", "=", userId).where("created_at", ">=", since)
  const passkeys = db.deleteFrom("passkeys").where("user_id", "=", userId).where("created_at", ">=", since)
  const app: NamedFactor[] = (await apps.returning("user_id").execute()).map(() => ({ factor: "totp" }))
  const keys = await passkeys.returning("name").execute()
  return [...app, ...keys.map(({ name }) => ({ factor: "passkey" as const, name }))]
}

async function deleteApp({ db }: Queryable, userId: string) {
  return db.deleteFrom("authenticator_apps").where("user_id", "=", userId).executeTakeFirst()
}

async function deletePasskeys({ db }: Queryable, userId: string, id?: string): Promise<NamedFactor[]> {
  let deleting = db.deleteFrom("passkeys").where("user_id", "=", userId)
  if (id !== undefined) deleting = deleting.where("id", "=", id)
  return (await deleting.returning("name").execute()).map(({ name }) => ({ factor: "passkey", name }))
}

async function deleteRecoveryCodes({ db }: Queryable, userId: string): Promise<void> {
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute()
}
