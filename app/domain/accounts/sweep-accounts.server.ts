import type { Shop } from "~/domain/shop"
import { renewEncryption } from "./factors/authenticator-app.server"
import { sweepTrustedDevices } from "./factors/trusted-devices.server"
import { sweepDrafts } from "./forms/drafts.server"
import { sweepFormSubmissions } from "./forms/form-submissions.server"
import { sweepSessions } from "./sessions/session-list.server"

/** Their rows are worth nothing once they have expired. */
const shortLived = [
  "password_resets",
  "sign_in_links",
  "email_verifications",
  "order_claims",
  "email_undos",
  "pending_sign_ins",
  "passkey_challenges",
] as const

export async function sweepAccounts(shop: Shop): Promise<void> {
  await sweepSessions(shop)
  await sweepDrafts(shop)
  await sweepFormSubmissions(shop)
  await sweepTrustedDevices(shop)
  for (const table of shortLived) await shop.db.deleteFrom(table).where("expires_at", "<", shop.now()).execute()
  const { sweepInvitations } = await import("./staff/invitations.server")
  await sweepInvitations(shop)
  await renewEncryption(shop)
}
