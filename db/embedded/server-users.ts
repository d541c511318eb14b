import { randomUUID } from "node:crypto"
import { readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { giveToFolderOwner } from "./folder-owner.mjs"
import { isRunning, ownProcessMark } from "./process-mark.mjs"

/** Writes this process down as a user of the server; the file names are the list. Returns how to cross it out. */
export function registerServerUser(folder: string): () => void {
  const file = join(folder, `${ownProcessMark()}.${randomUUID()}`)
  writeFileSync(file, "", { flag: "wx", mode: 0o600 })
  giveToFolderOwner(file)
  return () => rmSync(file, { force: true })
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
