import { sql } from "kysely"
import { emit } from "~/domain/events/emit.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import type { Member } from "../actor"
import type { User } from "../user"
import { lockUser } from "../user-row.server"
import type { SecondFactor } from "./factor"
import { countRecoveryCodes } from "./recovery-codes.server"

/** Of the `users` of a query */
export const hasSecondFactor = sql<boolean>`exists (select from authenticator_apps where user_id = users.id)`

export interface SecondFactors {
  appSince: Date | null
  recoveryCodes: number
}

export async function findSecondFactors(shop: Queryable, { id }: Pick<User, "id">): Promise<SecondFactors> {
  const app = await shop.db
    .selectFrom("authenticator_apps")
    .select("created_at")
    .where("user_id", "=", id)
    .executeTakeFirst()
  return { appSince: app?.created_at ?? null, recoveryCodes: await countRecoveryCodes(shop, id) }
}

export async function removeApp(shop: Shop, member: Member): Promise<void> {
  await shop.transaction((tx) => removeSecondFactors(tx, member))
}

/** Also removes what stands in for them. Returns those that there were. */
export async function removeSecondFactors(tx: Tx, user: Pick<User, "id" | "name" | "email">): Promise<SecondFactor[]> {
  await lockUser(tx, user.id)
  const removed = await deleteSecondFactors(tx, user.id)
  for (const factor of removed) await emit(tx, "user.factor-removed", { user, factor })
  return removed
}

/** Without a word to their owner */
export async function deleteSecondFactors(shop: Queryable, userId: string): Promise<SecondFactor[]> {
  const apps = await shop.db.deleteFrom("authenticator_apps").where("user_id", "=", userId).executeTakeFirst()
  await shop.db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute()
  return apps.numDeletedRows > 0n ? ["totp"] : []
}
