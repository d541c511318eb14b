// @ts-check
import { accessSync, constants, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { giveToFolderOwner, makeFolder } from "../../db/embedded/folder-owner.mjs"
import { isRunning, ownProcessMark } from "../../db/embedded/process-mark.mjs"

/**
 * Writes down that this process runs from the project's packages and build, until it ends. Where the folder cannot be
 * written nothing is: there, no process of this user can build beneath it either.
 * @param {string} project
 */
export function markRunning(project) {
  const folder = writableLockFolder(project, "running")
  if (!folder) return
  const file = join(folder, ownProcessMark())
  writeFileSync(file, "")
  giveToFolderOwner(file)
  process.on("exit", () => rmSync(file, { force: true }))
}

/**
 * The pids of the other processes that run from the project; forgets the dead ones.
 * @param {string} project
 */
export function othersRunning(project) {
  const folder = join(project, ".locks/running")
  if (!existsSync(folder)) return []
  const marks = readdirSync(folder).filter((mark) => {
    if (isRunning(mark)) return mark !== ownProcessMark()
    rmSync(join(folder, mark), { force: true })
    return false
  })
  return marks.map((mark) => Number.parseInt(mark, 10))
}

/**
 * A folder of `.locks` in the project, made if need be; `null` where this user may not write.
 * @param {string} project
 * @param {string} name
 */
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
