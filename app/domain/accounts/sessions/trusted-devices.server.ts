import { DAY } from "~/domain/durations"
import { deleteInBatches } from "~/domain/jobs/delete-in-batches.server"
import { newObjectId } from "~/domain/object-id.server"
import { holdFactorPolicy } from "~/domain/settings/settings-versions.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { TRUST_DAYS } from "../factor"
import type { VerifiedCredentials } from "../passwords/verified-credentials"
import { hashToken, newToken } from "../token-hash.server"
import { lockVerifiedUser } from "../user-row.server"

/** The least recently used ones go first. */
const MAX_DEVICES = 20

interface Browser {
  userAgent: string
  address: string
}

interface TrustedDevice extends Browser {
  id: string
  lastUsedAt: Date
  expiresAt: Date
}

/** Returns the browser's token, or null if the shop trusts no devices or the password has changed in the meantime. */
export async function trustDevice(
  shop: Shop,
  credentials: VerifiedCredentials,
  { device, replaces }: { device: Browser; replaces: string },
): Promise<string | null> {
  return shop.transaction(async (tx) => {
    const { trustedDevices } = await holdFactorPolicy(tx)
    if (!(await lockVerifiedUser(tx, credentials)) || trustedDevices !== "on") return null
    const { userId } = credentials
    await tx.db.deleteFrom("trusted_devices").where("token_hash", "=", hashToken(replaces)).execute()
    await deleteOldest(tx, userId, MAX_DEVICES - 1)
    return insertDevice(tx, userId, device)
  })
}

async function insertDevice(tx: Tx, userId: string, { userAgent, address }: Browser): Promise<string> {
  const [token, now] = [newToken(), tx.now()]
  await tx.db
    .insertInto("trusted_devices")
    .values({
      id: newObjectId(now),
      user_id: userId,
      token_hash: hashToken(token),
      user_agent: userAgent.slice(0, 300),
      address: address.slice(0, 60),
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + TRUST_DAYS * DAY),
    })
    .execute()
  return token
}

async function deleteOldest({ db }: Tx, userId: string, left: number): Promise<void> {
  const own = db.selectFrom("trusted_devices").select("id").where("user_id", "=", userId)
  const oldest = own.orderBy("last_used_at", "desc").orderBy("id", "desc").offset(left)
  await db.deleteFrom("trusted_devices").where("id", "in", oldest).execute()
}

/** Returns whether the account trusts the token's device; the expiry is never extended. */
export async function acceptTrustedDevice(tx: Tx, userId: string, token: string): Promise<boolean> {
  const used = await tx.db
    .updateTable("trusted_devices")
    .set({ last_used_at: tx.now() })
    .where("token_hash", "=", hashToken(token))
    .where("user_id", "=", userId)
    .where("expires_at", ">", tx.now())
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

export async function listTrustedDevices(shop: Queryable, userId: string): Promise<TrustedDevice[]> {
  return shop.db
    .selectFrom("trusted_devices")
    .select(["id", "user_agent as userAgent", "address"])
    .select(["last_used_at as lastUsedAt", "expires_at as expiresAt"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", shop.now())
    .orderBy("last_used_at", "desc")
    .orderBy("id", "desc")
    .execute()
}

/** @param id one device; by default all */
export async function forgetTrustedDevices({ db }: Queryable, userId: string, id?: string): Promise<void> {
  let forgetting = db.deleteFrom("trusted_devices").where("user_id", "=", userId)
  if (id !== undefined) forgetting = forgetting.where("id", "=", id)
  await forgetting.execute()
}

export async function forgetAllTrustedDevices({ db }: Tx): Promise<void> {
  await db.deleteFrom("trusted_devices").execute()
}

export async function sweepTrustedDevices(shop: Queryable): Promise<void> {
  const over = shop.db.selectFrom("trusted_devices").select("id").where("expires_at", "<=", shop.now())
  await deleteInBatches((most) =>
    shop.db.deleteFrom("trusted_devices").where("id", "in", over.limit(most)).executeTakeFirstOrThrow(),
  )
}
