import { emit } from "~/domain/events/emit.server"
import { changeFactorDay } from "~/domain/settings/change-settings.server"
import type { Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import type { Staff } from "../actor"
import { activeUsers } from "../user-row.server"
import { hasSecondFactor } from "./second-factors.server"

/** Sends a bounded number of mails, to members of staff without a factor. */
const MAX_MAILS = 500

/**
 * @param day `YYYY-MM-DD`; `""` demands nothing
 * @throws ShopError `invalid` if the author has no second factor
 */
export async function changeFactorPolicy(
  shop: Shop,
  staff: Staff<"settings.edit" | "staff.appoint">,
  day: string,
): Promise<void> {
  await shop.transaction(async (tx) => {
    const isChanged = await changeFactorDay(tx, staff, day)
    if (!isChanged || day === "") return
    const without = await activeUsers(tx)
      .select(["users.id", "users.name", "users.email"])
      .where("role", "=", "admin")
      .where((row) => row.not(hasSecondFactor))
      .orderBy("users.id")
      .limit(MAX_MAILS)
      .execute()
    if (without.some(({ id }) => id === staff.id))
      throw invalid("Please set up a second factor of your own first", "day")
    for (const user of without) await emit(tx, "user.factor-demanded", { user, day })
  })
  await shop.settings.renew()
}
