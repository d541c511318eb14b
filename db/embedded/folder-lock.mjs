// @ts-check
import { randomUUID } from "node:crypto"
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { giveToFolderOwner, overwriteFile } from "./folder-owner.mjs"
import { isRunning, ownProcessMark } from "./process-mark.mjs"

/**
 * Runs an action under a lock that ends with its holder, even by `kill -9`. The file with the folder's highest number
 * names the holder, is empty once released, and is never removed, so that an outdated listing is noticed.
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} action
 * @param {() => void} [onLongWait] called once, after two seconds
 * @returns {Promise<T>}
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

/**
 * @param {string} folder
 * @param {number} timeout milliseconds for which the process is blocked at most
 */
export function waitForFolderLock(folder, timeout) {
  const deadline = Date.now() + timeout
  let release = tryFolderLock(folder)
  for (; !release && Date.now() < deadline; release = tryFolderLock(folder))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
  return release
}

/** @param {string} folder */
function tryFolderLock(folder) {
  const path = (/** @type {number} */ turn) => join(folder, String(turn))
  const remove = (/** @type {number} */ turn) => rmSync(path(turn), { force: true })
  const highest = turns(folder).at(-1) ?? 0
  if (highest > 0 && isHeld(path(highest))) return undefined
  const turn = highest + 1
  if (!createTurn(folder, path(turn))) return undefined
  const present = turns(folder)
  if (present.at(-1) !== turn) return remove(turn)
  for (const past of present) if (past < turn) remove(past)
  return () => {
    if (existsSync(path(turn))) overwriteFile(path(turn), "")
  }
}

/** @param {string} folder */
function turns(folder) {
  const numbers = readdirSync(folder).filter((name) => /^\d+$/.test(name))
  return numbers.map(Number).sort((a, b) => a - b)
}

/** @param {string} turnFile */
function isHeld(turnFile) {
  try {
    const holder = readFileSync(turnFile, "utf8")
    return holder !== "" && isRunning(holder)
  } catch (error) {
    if (codeOf(error) === "ENOENT") return true
    throw error
  }
}

/**
 * @param {string} folder
 * @param {string} turnFile is never read without its holder, because a link appears whole
 */
function createTurn(folder, turnFile) {
  const draft = join(folder, `.${ownProcessMark()}-${randomUUID()}`)
  removeAbandonedDrafts(folder)
  writeFileSync(draft, ownProcessMark(), { flag: "wx", mode: 0o600 })
  try {
    giveToFolderOwner(draft)
    linkSync(draft, turnFile)
    return true
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** @param {string} folder */
function removeAbandonedDrafts(folder) {
  for (const name of readdirSync(folder)) {
    const mark = /^\.(.+)-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(name)?.[1]
    if (mark && !isRunning(mark)) rmSync(join(folder, name), { force: true })
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code
}
