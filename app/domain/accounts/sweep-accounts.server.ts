import type { Shop } from "~/domain/shop"
import { sweepDrafts } from "./forms/drafts.server"
import { sweepFormSubmissions } from "./forms/form-submissions.server"
import { sweepSessions } from "./sessions/session-list.server"
import { sweepTrustedDevices } from "./sessions/trusted-devices.server"

/** These rows have no use once they have expired. */
const shortLived = [
  "password_resets",
  "sign_in_links",
  "email_verifications",
  "order_claims",
  "email_undos",
  "pending_sign_ins",
] as const

export async function sweepAccounts(shop: Shop): Promise<void> {
  await sweepSessions(shop)
  await sweepDrafts(shop)
  await sweepFormSubmissions(shop)
  await sweepTrustedDevices(shop)
  for (const table of shortLived) await shop.db.deleteFrom(table).where("expires_at", "<", shop.now()).execute()
}
