import type { Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { accountLimits } from "../account-limits"
import type { Member } from "../actor"
import type { Session } from "../sessions/sessions.server"
import { withPasswordHasher } from "./passwords.server"

const messages = { oldPassword: "Invalid old password", password: "This is not your password" }

export type ConfirmingSession = Pick<Session, "id"> | null

interface PasswordCheck {
  password: string
  session: ConfirmingSession
  field?: keyof typeof messages
}

/** Failures count by session, so that a stolen one does not lock its owner out. @throws ShopError `invalid`, `tooMany` */
export async function confirmPassword(
  shop: Shop,
  member: Member,
  { password, session, field = "password" }: PasswordCheck,
): Promise<string> {
  const key = session?.id ?? member.id
  return withPasswordHasher(async ({ verify }) => {
    await shop.limits.check([accountLimits.confirmOfMember, member.id])
    await shop.limits.consume(accountLimits.confirmInSession, key)
    const row = await shop.db
      .selectFrom("users")
      .select("password_hash")
      .where("id", "=", member.id)
      .where("deleted_at", "is", null)
      .executeTakeFirst()
    const isCorrect = await verify(password, row?.password_hash)
    if (!row || !isCorrect) throw invalid(messages[field], field)
    await shop.limits.consume(accountLimits.confirmOfMember, member.id)
    await shop.limits.reset(accountLimits.confirmInSession, key)
    return row.password_hash
  })
}
