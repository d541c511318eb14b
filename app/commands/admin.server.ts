import { Email } from "~/domain/accounts/account"
import { isStaff } from "~/domain/accounts/actor"
import { daysOf } from "~/domain/days/shop-days.server"
import type { Shop } from "~/domain/shop"
import { createAdmin, findAccount, promoteUser, randomPassword, resetAdmin } from "~/domain/staff/operator.server"
import type { Settings } from "~/start/settings.server"
import { fail, print } from "./process/terminal.server"
import { withShop } from "./process/with-shop.server"

const USAGE = `npm run admin -- EMAIL             creates an administrator and prints the password
npm run admin -- EMAIL --promote   makes an existing account an administrator; the password stays, and all sessions end
npm run admin -- EMAIL --reset     the same, with a new password`

type Consent = "promote" | "reset" | null

export async function main(settings: Settings, args: readonly string[]): Promise<void> {
  const request = parse(args)
  if (!request) return fail(USAGE)
  const { ok, message } = await withShop(settings, ({ shop }) => grantAdmin(shop, request.email, request.consent))
  if (ok) print(message)
  else fail(message)
}

/** An existing account needs consent, because anyone may have registered it. The operator vouches for its address. */
export async function grantAdmin(
  shop: Shop,
  email: string,
  consent: Consent = null,
): Promise<{ ok: boolean; message: string }> {
  const password = randomPassword()
  const withPassword = `${email} is an administrator and signs in with the password ${password}`
  if (consent === "reset" && (await resetAdmin(shop, email, password))) return { ok: true, message: withPassword }
  if (consent === "promote" && (await promoteUser(shop, email))) {
    return { ok: true, message: `${email} is an administrator and signs in with the password of the account.` }
  }
  if (consent) return { ok: false, message: `There is no account with ${email}: leave out --${consent} to create one.` }
  if (await createAdmin(shop, email, password)) return { ok: true, message: withPassword }
  const account = await findAccount(shop, email)
  if (account && isStaff(account)) {
    return {
      ok: true,
      message: `${email} is already an administrator, and the password stays the same; --reset sets a new one.`,
    }
  }
  const since = account ? `, as "${account.name}" since ${daysOf(shop).dayOf(account.createdAt)}` : ""
  return {
    ok: false,
    message: `There is already an account with ${email}${since}. Anyone could have registered it, so nothing was changed.
--promote   if you know that it belongs to the right person; the password stays
--reset     if you do not: sets a new password and ends all sessions`,
  }
}

function parse(args: readonly string[]): { email: string; consent: Consent } | null {
  const [given, option, ...more] = args
  const email = Email.safeParse(given)
  const consent = { "--promote": "promote", "--reset": "reset" } as const
  if (!email.success || more.length > 0) return null
  if (option === undefined) return { email: email.data, consent: null }
  return option in consent ? { email: email.data, consent: consent[option as keyof typeof consent] } : null
}
