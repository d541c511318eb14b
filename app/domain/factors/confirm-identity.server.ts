import type { IdentityConfirmation } from "~/domain/accounts/account"
import type { Member } from "~/domain/accounts/actor"
import { confirmPassword } from "~/domain/accounts/passwords/confirm-password.server"
import type { VerifiedCredentials } from "~/domain/accounts/passwords/verified-credentials"
import type { Session } from "~/domain/accounts/sessions/sessions.server"
import type { Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { type CodeOrigin, withSecondFactor } from "./second-step.server"

/** Returns the proof for a new session. @throws ShopError `invalid`, `badCredentials`, `tooMany` */
export async function confirmIdentity(
  shop: Shop,
  member: Member,
  { password, code }: IdentityConfirmation,
  { session, origin }: { session: Session | null; origin: CodeOrigin },
): Promise<VerifiedCredentials> {
  if (session?.hasSecondFactor && !code) throw invalid("Please enter the code of your second factor", "code")
  const passwordHash = await confirmPassword(shop, member, { password, session })
  const credentials = { userId: member.id, passwordHash }
  return code ? withSecondFactor(shop, credentials, code, origin) : credentials
}
