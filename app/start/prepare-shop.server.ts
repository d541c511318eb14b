import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { isCommonPassword } from "~/domain/accounts/passwords/common-passwords.server"
import { ensureAdmin, hasNoUsers, randomPassword } from "~/domain/staff/operator.server"
import type { OpenShop } from "~/open-shop.server"
import { type Settings, SettingsError } from "./settings.server"
import { writeOnce } from "./write-once.server"

export interface Prepared {
  /** The administrator of an embedded shop; the password only if it was just created */
  admin: { email: string; password: string | null; file: string } | null
}

const EMBEDDED_ADMIN = "admin@shop.test"

export async function prepareShop(
  open: OpenShop,
  settings: Settings,
  onProgress: (line: string) => void,
): Promise<Prepared> {
  const admin = await prepareAdmin(open, settings)
  await prepareCatalogue(open, settings, onProgress)
  return { admin }
}

async function prepareAdmin(open: OpenShop, { admin }: Settings): Promise<Prepared["admin"]> {
  if (!admin) return open.embedded ? prepareEmbeddedAdmin(open) : null
  if (isCommonPassword(admin.password)) {
    open.shop.log.warn("ADMIN_PASSWORD is one of the most common passwords: choose another one")
  }
  const became = await ensureAdmin(open.shop, admin.email, admin.password)
  if (became === "reset") {
    open.shop.log.warn(
      "the customer account of ADMIN_EMAIL is now an administrator with ADMIN_PASSWORD, and was signed out everywhere",
    )
  }
  return null
}

/** Writes the password before the account, so that no crash between the two can lose it. */
async function prepareEmbeddedAdmin({ shop, dataFolder }: OpenShop): Promise<Prepared["admin"]> {
  const file = join(dataFolder, "admin.txt")
  const first = await hasNoUsers(shop)
  if (first) await writeOnce(file, `${EMBEDDED_ADMIN}\n${randomPassword()}\n`)
  const [email, password] = (await readFile(file, "utf8").catch(() => "")).split("\n")
  if (!email || !password) return null
  const made = first && (await ensureAdmin(shop, email, password)) === "made"
  return { email, password: made ? password : null, file }
}

async function prepareCatalogue(open: OpenShop, settings: Settings, onProgress: (line: string) => void): Promise<void> {
  const { demoCatalogue } = settings
  if (demoCatalogue === "off" || (!open.embedded && demoCatalogue !== "on")) return
  const { fillShop, hasDemoCatalogue, isEmptyShop } = await import("~/demo/fill-shop.server")
  if (await isEmptyShop(open.shop)) return fillShop(open.shop, onProgress)
  if (!open.embedded && !(await hasDemoCatalogue(open.shop))) {
    throw new SettingsError(
      "DEMO_CATALOGUE is on, but this database is not empty: the demo catalogue fills empty ones only",
    )
  }
}
