import { join } from "node:path"
import { parseArgs } from "node:util"
import { assertRestorable, type CheckedBackup, checkBackup } from "~/backup/check-backup.server"
import { restoreBackup } from "~/backup/restore-backup.server"
import type { OpenShop } from "~/open-shop.server"
import type { Settings } from "~/start/settings.server"
import { replaceText } from "~db/embedded/text-file"
import { fail, print } from "./process/terminal.server"
import { withShop } from "./process/with-shop.server"

const USAGE = `npm run restore -- FILE           puts a backup into an empty DATA_DIR or an empty database, as a copy on standby
npm run restore -- --live FILE    the same as the live shop, which sends emails and processes payments
npm run restore -- --check FILE   reads a whole backup and changes nothing

--plain        accepts a backup that is not encrypted although BACKUP_KEY is set
--unverified   accepts a backup without a signature, or of an earlier version`

export async function main(settings: Settings, args: readonly string[]): Promise<void> {
  const options = parseOptions(args)
  if (!options) return fail(USAGE)
  const { path, check, live } = options
  const backup = await checkBackup(path, settings.backupKeys, options)
  assertRestorable(backup)
  printSummary(path, backup)
  if (check && backup.damaged.length > 0) fail(`${backup.damaged.length} of its picture files are damaged`)
  if (!check) await restore(path, backup, settings, live)
}

const flag = { type: "boolean", default: false } as const

function parseOptions(args: readonly string[]) {
  try {
    const options = { check: flag, live: flag, plain: flag, unverified: flag }
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [path] = positionals
    return path && positionals.length === 1 ? { ...values, path } : null
  } catch {
    return null
  }
}

function printSummary(path: string, { head, end, damaged, unverified }: CheckedBackup): void {
  const rows = (table: string) => end.tables[table]?.rows ?? 0
  const state = damaged.length === 0 ? "is complete" : "is complete, but some of its pictures are damaged"
  print(`${path} ${state}: made at ${head.madeAt}, with ${rows("orders")} orders, ${rows("products")} products,`)
  print(`${rows("users")} accounts and ${end.objects} picture files.`)
  for (const sentence of unverified) print(sentence)
  for (const name of damaged) print(`damaged   ${name}`)
}

async function restore(path: string, backup: CheckedBackup, settings: Settings, live: boolean): Promise<void> {
  const schema = backup.head.migrations.at(-1)
  const restoreInto = async (open: OpenShop) => {
    const isOwn = settings.sessionSecrets === null
    const keepSecret = (secret: string) => isOwn && replaceText(join(open.dataFolder, "session-secret"), `${secret}\n`)
    const options = { path, keys: settings.backupKeys, live, keepSecret, onProgress: print }
    const { sessionSecret } = await restoreBackup(open, backup, options)
    if (!isOwn || sessionSecret === null) {
      print("Customers stay signed in only if SESSION_SECRET is the same as before.")
    }
    if (!live)
      print(
        "This is a standby copy: it sends no emails and processes no payments. npm run live makes it the live shop.",
      )
    print(
      "If the shop has invoices, check their next numbers under /admin/settings/numbers: none are issued until then.",
    )
    print("The shop is restored: start it as usual.")
  }
  await withShop(settings, restoreInto, { schema })
}
