// @ts-check
import { accessSync, constants, existsSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { giveToFolderOwner, makeFolder } from "../../../db/processes/folder-owner.mjs"
import { filesOfRunning, ownProcessMark } from "../../../db/processes/process-mark.mjs"

/** @param {string} project */
export function markRunning(project) {
  const folder = writableLockFolder(project, "running")
  // No process of this user can run a build in a read-only folder.
  if (!folder) return
  const file = join(folder, ownProcessMark())
  writeFileSync(file, "")
  giveToFolderOwner(file)
  process.on("exit", () => rmSync(file, { force: true }))
}

/** @param {string} project */
export function othersRunning(project) {
  const folder = join(project, ".locks/running")
  if (!existsSync(folder)) return []
  const others = filesOfRunning(folder).filter((mark) => mark !== ownProcessMark())
  return others.map((mark) => Number.parseInt(mark, 10))
}

/** @type {(project: string, name: string) => string | null} */
export function writableLockFolder(project, name) {
  const folder = join(project, ".locks", name)
  try {
    makeFolder(folder, 0o755)
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    const { code = "" } = /** @type {NodeJS.ErrnoException} */ (error)
    if (["EACCES", "EPERM", "EROFS"].includes(code)) return null
    throw error
  }
}
