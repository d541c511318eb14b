import { emit } from "~/domain/events/emit.server"
import { isWithin } from "~/domain/rate-limits"
import type { Shop } from "~/domain/shop"
import { accountLimits } from "../account-limits"
import { isStaff } from "../actor"
import type { Factor } from "../factor"
import type { User } from "../user"

/** Emits the event for staff, with a limit per account and hour. */
export async function emitRefusedSignIn(shop: Shop, user: Pick<User, "id" | "role">, factor: Factor): Promise<void> {
  if (!isStaff(user) || !(await isWithin(shop.limits, accountLimits.refusalsOfStaff, user.id))) return
  await shop.transaction((tx) => emit(tx, "staff.sign-in-refused", { user, factor }))
}
