import type { Member } from "~/domain/accounts/actor"
import { requireProof } from "~/domain/accounts/proof"
import { hashToken, newReadableToken } from "~/domain/accounts/token-hash.server"
import { lockUser } from "~/domain/accounts/user-row.server"
import { emit } from "~/domain/events/emit.server"
import type { Shop, Tx } from "~/domain/shop"

const CODES = 10
/** 80 random bits cannot be guessed from a hash. */
const GROUPS = 4
const GROUP_LENGTH = 4

/** Replaces all earlier codes. */
export async function renewRecoveryCodes(shop: Shop, member: Member): Promise<string[]> {
  requireProof(shop, member, "factors.change")
  return shop.transaction(async (tx) => {
    await lockUser(tx, member.id)
    const codes = await issueRecoveryCodes(tx, member.id)
    await emit(tx, "user.recovery-codes-issued", member)
    return codes
  })
}

export async function issueRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => newReadableToken(GROUPS, GROUP_LENGTH))
  await tx.db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute()
  await tx.db
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(code) })))
    .execute()
  return codes
}

/** Accepts each code once, even concurrently. */
export async function acceptRecoveryCode(shop: Shop, userId: string, code: string): Promise<boolean> {
  return shop.transaction(async (tx) => {
    await lockUser(tx, userId)
    const used = await tx.db
      .deleteFrom("recovery_codes")
      .where("user_id", "=", userId)
      .where("code_hash", "=", hashCode(code))
      .returning("user_id")
      .executeTakeFirst()
    if (!used) return false
    const user = await tx.db
      .selectFrom("users")
      .select(["id", "name", "email"])
      .where("id", "=", userId)
      .executeTakeFirstOrThrow()
    await emit(tx, "user.recovery-code-used", { user, left: await countRecoveryCodes(tx, userId) })
    return true
  })
}

export async function countRecoveryCodes(shop: Pick<Tx | Shop, "db">, userId: string): Promise<number> {
  const { count } = await shop.db
    .selectFrom("recovery_codes")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function hashCode(code: string): string {
  return hashToken(code.toLowerCase().replaceAll(/[^a-z\d]/g, ""))
}
