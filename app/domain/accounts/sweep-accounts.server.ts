import type { Shop } from "~/domain/shop"
import { sweepDrafts } from "./drafts.server"
import { sweepFormSubmissions } from "./form-submissions.server"
import { sweepResetLinks } from "./password-reset.server"
import { sweepSessions } from "./session-list.server"

/** Removes what accounts leave behind: sessions, drafts and links that ended, and the keys of sent forms. */
export async function sweepAccounts(shop: Shop): Promise<void> {
  await sweepSessions(shop)
  await sweepDrafts(shop)
  await sweepFormSubmissions(shop)
  await sweepResetLinks(shop)
}
