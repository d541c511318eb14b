import { TOTP } from "otpauth"
import { type Member, requireMember, requireStaff, type Staff } from "~/domain/accounts/actor"
import { permissions } from "~/domain/accounts/permission"
import { registerUser } from "~/domain/accounts/registration/register.server"
import { findSession } from "~/domain/accounts/sessions/sessions.server"
import type { User } from "~/domain/accounts/user"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { startSignedInSession } from "~/domain/cart/sign-in.server"
import { confirmApp, openAppSetup } from "~/domain/factors/authenticator-app.server"
import type { Shop } from "~/domain/shop"
import { setRole } from "~/domain/staff/staff.server"

/** Password of all accounts in tests */
export const PASSWORD = "correct horse battery"

let people = 0

/** Creates a member, whose address is verified unless the test says otherwise. */
export async function aMember(
  shop: Shop,
  given: { name?: string; email?: string; verified?: boolean } = {},
): Promise<Member> {
  const { name = "Ada Lovelace", email = `person${++people}@shop.example`, verified = true } = given
  const { userId } = await registerUser(shop, { name, email, password: PASSWORD }, { address: `test-${++people}` })
  if (verified)
    await shop.db.updateTable("users").set({ email_verified_at: shop.now() }).where("id", "=", userId).execute()
  return requireMember(await findActiveUser(shop, userId))
}

export async function anAdmin(shop: Shop, given: { name?: string; email?: string } = {}): Promise<Staff> {
  const { id } = await aMember(shop, { name: "Grace Hopper", ...given })
  await shop.db.updateTable("users").set({ role: "admin" }).where("id", "=", id).execute()
  return requireStaff(await findActiveUser(shop, id), permissions)
}

/** Creates a member of staff with a new role. */
export async function anEmployee(shop: Shop, roleId: string, given: { name?: string; email?: string } = {}) {
  const { id } = await aMember(shop, { name: "Paul Packer", ...given })
  await shop.transaction(async (tx) => {
    await tx.db.updateTable("users").set({ role: "admin" }).where("id", "=", id).execute()
    await setRole(tx, id, roleId, null)
  })
  return requireStaff(await findActiveUser(shop, id), [])
}

/** Signs a user in on another device and returns the session's token. */
export async function aSession(shop: Shop, user: Pick<User, "id">): Promise<string> {
  const { password_hash } = await shop.db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", user.id)
    .executeTakeFirstOrThrow()
  const device = { userAgent: "", address: "192.0.2.1" }
  const credentials = { userId: user.id, passwordHash: password_hash }
  return (await startSignedInSession(shop, credentials, { device, cart: [], token: null })).session.token
}

/** Finds the user of a session token. */
export async function signedInUserId(shop: Shop, token: string): Promise<string | null> {
  return (await findSession(shop, token))?.user.id ?? null
}

export interface AppOnPhone {
  /** Returns the current code, or one some 30-second steps later. */
  code(steps?: number): string
  recoveryCodes: string[]
}

/** Sets up an authenticator app, which uses the current code. */
export async function anApp(shop: Shop, member: Member): Promise<AppOnPhone> {
  const { secret, setup } = await openAppSetup(shop, member)
  const app = new TOTP({ secret })
  const code = (steps = 0) => app.generate({ timestamp: shop.now().getTime() + steps * 30_000 })
  const { recoveryCodes } = await confirmApp(shop, member, { setup, code: code() })
  return { code, recoveryCodes: recoveryCodes ?? [] }
}
