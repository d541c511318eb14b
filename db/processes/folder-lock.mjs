// @ts-check
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { makeFolder } from "./folder-owner.mjs"
import { isRunning, ownFileName } from "./process-mark.mjs"

/**
 * Runs an action under a lock that ends with its holder, even by `kill -9`. The lock is one file, named after the
 * process that holds it: of several processes that rename a free one, or a dead holder's, one succeeds.
 * @type {<T>(folder: string, action: () => Promise<T>, onLongWait?: () => void) => Promise<T>}
 */
export async function withFolderLock(folder, action, onLongWait = () => {}) {
  const longWait = setTimeout(onLongWait, 2000)
  let release = tryFolderLock(folder)
  for (; !release; release = tryFolderLock(folder)) await pause(5 + Math.random() * 10)
  clearTimeout(longWait)
  try {
    return await action()
  } finally {
    release()
  }
}

/** @type {(folder: string) => (() => void) | undefined} the release, or `undefined` if another process has the lock */
export function tryFolderLock(folder) {
  const lock = join(folder, "holder")
  if (!existsSync(lock)) createLock(folder, lock)
  const [current] = readdirSync(lock)
  if (current === undefined || isRunning(current)) return undefined
  const held = join(lock, ownFileName())
  try {
    renameSync(join(lock, current), held)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return undefined
    throw error
  }
  return () => {
    if (existsSync(held)) renameSync(held, join(lock, "free"))
  }
}

/** @type {(folder: string, lock: string) => void} */
function createLock(folder, lock) {
  // Never replaces a lock, because a rename cannot replace a folder that contains a file
  const draft = join(folder, ownFileName())
  makeFolder(draft, 0o700)
  writeFileSync(join(draft, "free"), "", { flag: "wx" })
  try {
    renameSync(draft, lock)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(lock)) throw error
  }
}
