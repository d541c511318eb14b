import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { BackupError } from "~/backup/backup-error"
import { type CheckedBackup, checkBackup } from "~/backup/check-backup.server"
import { restoreBackup } from "~/backup/restore-backup.server"
import type { OpenShop } from "~/open-shop.server"
import type { Settings } from "~/settings.server"
import { migrationNames } from "~db/migrate.server"
import { fail, print } from "./terminal.server"
import { withShop } from "./with-shop.server"

const USAGE = `npm run restore -- FILE           puts a backup into an empty DATA_DIR or an empty database
npm run restore -- --check FILE   reads a backup from beginning to end and changes nothing`

/** `npm run restore`: a shop from a backup. The exit code is 1 when nothing was restored. */
export async function main(settings: Settings, args: readonly string[]): Promise<void> {
  const checkOnly = args[0] === "--check"
  const [path] = checkOnly ? args.slice(1) : args
  if (!path || args.length !== (checkOnly ? 2 : 1)) return fail(USAGE)
  const backup = await checkBackup(path, settings.backupKey)
  assertKnownMigrations(backup)
  printSummary(path, backup)
  if (!checkOnly) await restore(path, backup, settings)
}

/** A schema that this version does not know cannot be brought to its newest. */
function assertKnownMigrations({ head }: CheckedBackup): void {
  const known = new Set(migrationNames())
  if (head.migrations.every((name) => known.has(name))) return
  throw new BackupError("This backup was made by a newer version of the shop: restore it with that one")
}

function printSummary(path: string, { head, end }: CheckedBackup): void {
  const rows = (table: string) => end.tables[table]?.rows ?? 0
  print(`${path} is whole: made at ${head.madeAt}, with ${rows("orders")} orders, ${rows("products")} products,`)
  print(`${rows("users")} accounts and ${end.objects} picture files.`)
}

async function restore(path: string, backup: CheckedBackup, settings: Settings): Promise<void> {
  const schema = backup.head.migrations.at(-1)
  const restoreInto = async (open: OpenShop) => {
    const { sessionSecret } = await restoreBackup(open, backup, { path, key: settings.backupKey, onProgress: print })
    if (settings.sessionSecrets === null && sessionSecret !== null) {
      await writeFile(join(open.dataFolder, "session-secret"), `${sessionSecret}\n`, { mode: 0o600 })
    } else {
      print("Members stay signed in only if SESSION_SECRET is the one that the shop had.")
    }
    print("The shop is restored: start it as usual.")
  }
  await withShop(settings, restoreInto, { schema })
}
