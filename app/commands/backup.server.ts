import { stat } from "node:fs/promises"
import { signingSecrets } from "~/backup/backup-keys"
import { writeBackup } from "~/backup/write-backup.server"
import type { OpenShop } from "~/open-shop.server"
import type { Settings } from "~/start/settings.server"
import { fail, print } from "./process/terminal.server"
import { assertShopExists, withShop } from "./process/with-shop.server"
import { main as checkFile } from "./restore.server"

const USAGE = `npm run backup -- FILE           writes the database, the pictures and the session secret into one file
npm run backup -- --check FILE   reads a whole backup and lists damaged pictures`

export async function main(settings: Settings, args: readonly string[]): Promise<void> {
  if (args[0] === "--check") return checkFile(settings, args)
  const [path] = args
  const keys = settings.backupKeys
  if (!path || args.length !== 1) return fail(USAGE)
  if (await stat(path).catch(() => null)) return fail(`${path} already exists: choose another name for the backup`)
  assertShopExists(settings)
  const write = async ({ shop, databaseUrl, isReadOnly, sessionSecrets }: OpenShop) => {
    const sessionSecret = settings.sessionSecrets === null ? (sessionSecrets[0] ?? null) : null
    const { missing, damaged, contradictions } = await writeBackup(
      { shop, databaseUrl, isReadOnly, sessionSecret },
      { path, keys, onProgress: print },
    )
    if (missing > 0) print(`${missing} picture files were already missing: npm run media -- check lists them`)
    for (const name of damaged) print(`damaged   ${name}`)
    for (const contradiction of contradictions) print(`The data was already inconsistent: ${contradiction}`)
    if (keys.key === null) print("It contains personal data and is not encrypted: set BACKUP_KEY to encrypt backups.")
    else if (signingSecrets(keys).length === 0)
      print("It is not signed, so anyone with the public key could forge one: set BACKUP_SIGNING_KEY to sign backups.")
    if (sessionSecret === null) print("It does not contain SESSION_SECRET: keep it with your configuration.")
    if (damaged.length > 0) {
      return fail(
        `${path} lacks ${damaged.length} picture files, because the store returned them damaged. Everything else is included.`,
      )
    }
    print(`${path} contains the whole shop, ${Math.ceil((await stat(path)).size / 1024 / 1024)} MB.`)
    if (isReadOnly) print("It was read from a standby server, so the audit log has no entry for it.")
  }
  await withShop(settings, write, { access: "read" })
}
