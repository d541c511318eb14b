import { stat } from "node:fs/promises"
import { signingSecrets } from "~/backup/backup-keys"
import { writeBackup } from "~/backup/write-backup.server"
import type { OpenShop } from "~/open-shop.server"
import type { Settings } from "~/start/settings.server"
import { fail, print } from "./process/terminal.server"
import { assertShopExists, withShop } from "./process/with-shop.server"
import { main as checkFile } from "./restore.server"

const USAGE = `npm run backup -- FILE           writes the database, the pictures and the session secret into one file
npm run backup -- --check FILE   reads a backup from beginning to end and names damaged pictures`

export async function main(settings: Settings, args: readonly string[]): Promise<void> {
  if (args[0] === "--check") return checkFile(settings, args)
  const [path] = args
  const keys = settings.backupKeys
  if (!path || args.length !== 1) return fail(USAGE)
  if (await stat(path).catch(() => null)) return fail(`${path} exists already: give the backup another name`)
  assertShopExists(settings)
  const write = async ({ shop, databaseUrl, isReadOnly, sessionSecrets }: OpenShop) => {
    const sessionSecret = settings.sessionSecrets === null ? (sessionSecrets[0] ?? null) : null
    const { missing, damaged, contradictions } = await writeBackup(
      { shop, databaseUrl, isReadOnly, sessionSecret },
      { path, keys, onProgress: print },
    )
    if (missing > 0) print(`${missing} picture files were missing already: npm run media -- check names them`)
    for (const name of damaged) print(`damaged   ${name}`)
    for (const contradiction of contradictions) print(`The records already contradict each other: ${contradiction}`)
    if (keys.key === null) print("It is not encrypted, and holds people's addresses: set BACKUP_KEY to change that.")
    else if (signingSecrets(keys).length === 0)
      print(
        "It is not signed, and whoever knows the public key could forge one: set BACKUP_SIGNING_KEY to change that.",
      )
    if (sessionSecret === null) print("SESSION_SECRET is not in it: keep it where you keep your configuration.")
    if (damaged.length > 0) {
      return fail(`${path} lacks ${damaged.length} picture files that the store returns damaged. All else is in it.`)
    }
    print(`${path} holds the whole shop, ${Math.ceil((await stat(path)).size / 1024 / 1024)} MB.`)
    if (isReadOnly) print("It was read from a standby: the audit log has no entry of it.")
  }
  await withShop(settings, write, { access: "read" })
}
