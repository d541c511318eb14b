import type { Queryable } from "./shop"
import { ShopError } from "./shop-error"

export interface Standby {
  since: Date
  backupMadeAt: Date
}

/** The result must not be cached: another process may end the standby. */
export async function findStandby({ db }: Pick<Queryable, "db">): Promise<Standby | null> {
  const found = db.selectFrom("standby").select(["since", "backup_made_at as backupMadeAt"])
  return (await found.executeTakeFirst()) ?? null
}

/** @throws ShopError `unavailable` on standby: two shops would act on the same payments and pictures */
export async function assertLive(shop: Pick<Queryable, "db">): Promise<void> {
  if (await findStandby(shop)) throw new ShopError("unavailable", ON_STANDBY)
}

const ON_STANDBY = "This copy of the shop is not live: it sends no emails and processes no payments."
