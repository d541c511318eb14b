// @ts-check
import { randomUUID } from "node:crypto"
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { giveToFolderOwner, overwriteFile } from "./folder-owner.mjs"
import { isRunning, ownProcessMark } from "./process-mark.mjs"

/**
 * Runs an action while no other process runs one under the same folder. The lock dies with its holder, `kill -9` included.
 *
 * The folder, which must exist, holds numbered turns. The highest one counts: its file names the process that holds it
 * and is emptied on release. A process that finds it empty, or its holder dead, may create the next number, which the file
 * system grants only once. The highest number is never removed, so that an outdated listing is noticed.
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
 * Takes the lock for a process that can only block, unless that lasts longer than so many milliseconds.
 * @param {string} folder
 * @param {number} timeout
 */
export function waitForFolderLock(folder, timeout) {
  const deadline = Date.now() + timeout
  let release = tryFolderLock(folder)
  for (; !release && Date.now() < deadline; release = tryFolderLock(folder))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
  return release
}

/**
 * Takes the lock if it is free, and returns its release.
 * @param {string} folder
 */
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
 * A link appears whole or not at all, so no turn is ever read without its holder.
 * @param {string} folder
 * @param {string} turnFile
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
