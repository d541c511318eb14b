import { EmailField } from "~/domain/accounts/account"
import { ensureAdmin, promoteUser, randomPassword } from "~/domain/accounts/administrators.server"
import type { Shop } from "~/domain/shop"
import { openLog, openShop } from "~/open-shop.server"
import { parseSettings } from "~/settings.server"

const USAGE = "npm run admin -- EMAIL   makes an administrator, or makes somebody with an account one"

/** `npm run admin`: sees to it that there is an administrator with this e-mail address. */
export async function main(args: readonly string[]): Promise<void> {
  const email = EmailField.safeParse(args[0])
  if (!email.success || args.length !== 1) {
    process.stderr.write(`${USAGE}\n`)
    process.exitCode = 1
    return
  }
  const settings = parseSettings(process.env)
  const open = await openShop(settings, { log: openLog(settings) })
  try {
    process.stdout.write(`${await appoint(open.shop, email.data)}\n`)
  } finally {
    await open.close()
  }
}

/** Answers what happened in a sentence, with the password of an account that had to be made. */
export async function appoint(shop: Shop, email: string): Promise<string> {
  if (await promoteUser(shop, email))
    return `${email} is an administrator and signs in with the password of the account.`
  const password = randomPassword()
  await ensureAdmin(shop, email, password)
  return `${email} is an administrator and signs in with the password ${password}`
}
