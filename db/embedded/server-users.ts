import { randomUUID } from "node:crypto"
import { lchownSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isRunning, ownProcessMark } from "./process-mark"

/** Writes this process down as a user of the server. The folder's file names are the list; call it under the lock. */
export function registerServerUser(folder: string): { leave(): void } {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${ownProcessMark()}.${randomUUID()}`)
  writeFileSync(file, "", { flag: "wx", mode: 0o600 })
  const { uid, gid } = lstatSync(folder)
  if (process.getuid?.() === 0) lchownSync(file, uid, gid)
  return { leave: () => rmSync(file, { force: true }) }
}

/** Whether anybody who is still running uses the server; forgets the dead ones. */
export function serverIsUsed(folder: string) {
  let used = false
  for (const name of readdirSync(folder)) {
    if (isRunning(name.split(".")[0] ?? "")) used = true
    else rmSync(join(folder, name), { force: true })
  }
  return used
}
