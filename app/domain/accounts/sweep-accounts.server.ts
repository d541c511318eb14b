import type { Shop } from "~/domain/shop"
import { renewEncryption } from "./factors/authenticator-app.server"
import { sweepChallenges } from "./factors/passkeys/challenges.server"
import { sweepPendingSignIns } from "./factors/second-step.server"
import { sweepTrustedDevices } from "./factors/trusted-devices.server"
import { sweepDrafts } from "./forms/drafts.server"
import { sweepFormSubmissions } from "./forms/form-submissions.server"
import { sweepOrderClaims } from "./guests/order-claims.server"
import { sweepResetLinks } from "./passwords/password-reset.server"
import { sweepSignInLinks } from "./passwords/sign-in-links.server"
import { sweepSessions } from "./sessions/session-list.server"

export async function sweepAccounts(shop: Shop): Promise<void> {
  await sweepSessions(shop)
  await sweepDrafts(shop)
  await sweepFormSubmissions(shop)
  await sweepResetLinks(shop)
  await sweepPendingSignIns(shop)
  await sweepTrustedDevices(shop)
  await sweepChallenges(shop)
  await sweepSignInLinks(shop)
  await sweepOrderClaims(shop)
  const { sweepInvitations } = await import("./staff/invitations.server")
  await sweepInvitations(shop)
  await renewEncryption(shop)
}
