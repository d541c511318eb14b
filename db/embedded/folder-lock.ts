import { randomUUID } from "node:crypto"
import {
  closeSync,
  constants,
  existsSync,
  ftruncateSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { giveToFolderOwner } from "./folder-owner"
import { isRunning, ownProcessMark } from "./process-mark"

/**
 * Runs an action while no other process runs one under the same folder. The lock dies with its holder, `kill -9` included.
 *
 * The folder, which must exist, holds numbered turns. The highest one counts: its file names the process that holds it
 * and is emptied on release. Whoever finds it empty, or its holder dead, may create the next number, which the file system
 * grants only once. The highest number is never removed, so a latecomer with an outdated listing sees it was overtaken.
 */
export async function withFolderLock<T>(folder: string, action: () => Promise<T>, onLongWait = () => {}): Promise<T> {
  const tellAfter = setTimeout(onLongWait, 2000)
  let release = tryFolderLock(folder)
  for (; !release; release = tryFolderLock(folder)) await pause(5 + Math.random() * 10)
  clearTimeout(tellAfter)
  try {
    return await action()
  } finally {
    release()
  }
}

/** The same for a process that cannot wait otherwise: blocks it, but only for so many milliseconds. */
export function waitForFolderLock(folder: string, patience: number): (() => void) | undefined {
  const deadline = Date.now() + patience
  let release = tryFolderLock(folder)
  while (!release && Date.now() < deadline) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    release = tryFolderLock(folder)
  }
  return release
}

/** Takes the lock if it is free this very moment, and returns its release. */
function tryFolderLock(folder: string): (() => void) | undefined {
  const highest = turns(folder).at(-1) ?? 0
  if (highest > 0 && isHeld(join(folder, String(highest)))) return undefined
  const turn = highest + 1
  if (!createTurn(folder, turn)) return undefined
  const standing = turns(folder)
  if (standing.at(-1) !== turn) {
    rmSync(join(folder, String(turn)), { force: true })
    return undefined
  }
  for (const past of standing) if (past < turn) rmSync(join(folder, String(past)), { force: true })
  return () => emptyTurn(join(folder, String(turn)))
}

function turns(folder: string) {
  const numbers = readdirSync(folder).filter((name) => /^\d+$/.test(name))
  return numbers.map(Number).sort((a, b) => a - b)
}

function isHeld(turnFile: string) {
  try {
    const holder = readFileSync(turnFile, "utf8")
    return holder !== "" && isRunning(holder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true
    throw error
  }
}

/** A link appears whole or not at all, so nobody ever reads a turn without its holder. */
function createTurn(folder: string, turn: number) {
  const draft = join(folder, `.${ownProcessMark()}-${randomUUID()}`)
  removeAbandonedDrafts(folder)
  writeFileSync(draft, ownProcessMark(), { flag: "wx", mode: 0o600 })
  try {
    giveToFolderOwner(draft)
    linkSync(draft, join(folder, String(turn)))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function removeAbandonedDrafts(folder: string) {
  for (const name of readdirSync(folder)) {
    const mark = /^\.(.+)-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(name)?.[1]
    if (mark && !isRunning(mark)) rmSync(join(folder, name), { force: true })
  }
}

function emptyTurn(turnFile: string) {
  if (!existsSync(turnFile)) return
  const file = openSync(turnFile, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    ftruncateSync(file)
  } finally {
    closeSync(file)
  }
}
