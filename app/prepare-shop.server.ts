import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fillShop, hasDemoCatalogue, isEmptyShop } from "./demo/fill-shop.server"
import { ensureAdmin, hasNoUsers, randomPassword } from "./domain/accounts/administrators.server"
import type { OpenShop } from "./open-shop.server"
import { type Settings, SettingsError } from "./settings.server"

export interface Prepared {
  /** Printed at start, when the administrator's password was made by the shop. */
  admin: { email: string; password: string } | null
}

const EMBEDDED_ADMIN = "admin@shop.test"

/** Makes an opened shop ready for people: an administrator, and the demo catalogue where it belongs. */
export async function prepareShop(
  open: OpenShop,
  settings: Settings,
  onProgress: (line: string) => void,
): Promise<Prepared> {
  const admin = await prepareAdmin(open, settings)
  await prepareCatalogue(open, settings, onProgress)
  return { admin }
}

async function prepareAdmin({ shop, embedded, folder }: OpenShop, settings: Settings): Promise<Prepared["admin"]> {
  if (settings.admin) {
    await ensureAdmin(shop, settings.admin.email, settings.admin.password)
    return null
  }
  if (!embedded) return null
  const path = join(folder, "admin.txt")
  if (await hasNoUsers(shop)) {
    const password = randomPassword()
    await mkdir(folder, { recursive: true })
    await writeFile(path, `${EMBEDDED_ADMIN}\n${password}\n`, { mode: 0o600 })
    await ensureAdmin(shop, EMBEDDED_ADMIN, password)
  }
  const kept = await readFile(path, "utf8").catch(() => "")
  const [email, password] = kept.split("\n")
  return email && password ? { email, password } : null
}

/** The demo catalogue fills an empty embedded shop by itself, and another one only when asked. */
async function prepareCatalogue(open: OpenShop, settings: Settings, onProgress: (line: string) => void): Promise<void> {
  const { demoCatalogue } = settings
  if (demoCatalogue === "off" || (!open.embedded && demoCatalogue !== "on")) return
  if (await isEmptyShop(open.shop)) return fillShop(open.shop, onProgress)
  if (!open.embedded && !(await hasDemoCatalogue(open.shop))) {
    throw new SettingsError(
      "DEMO_CATALOGUE is on, but this database is not empty: the demo catalogue fills empty ones only",
    )
  }
}
