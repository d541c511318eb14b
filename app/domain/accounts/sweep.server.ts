import type { Shop } from "../shop"
import { forgetAddresses } from "./close-account.server"
import { sweepResetLinks } from "./password-reset.server"
import { sweepSessions } from "./session-list.server"

/** Removes what accounts leave behind: sessions and links that ended, addresses of people who are gone. */
export async function sweepAccounts(shop: Shop): Promise<void> {
  await sweepSessions(shop)
  await sweepResetLinks(shop)
  await forgetAddresses(shop)
}
