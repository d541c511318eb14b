// @ts-check
import { chmodSync, constants, existsSync, lchownSync, lstatSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

/**
 * Gives a file that root has just made to the owner of its folder, so that root locks nobody out.
 * @param {string} path
 */
export function giveToFolderOwner(path) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = lstatSync(dirname(path))
  lchownSync(path, uid, gid)
}

/**
 * Makes a folder and those above it with that mode, whatever the umask, unless they are there.
 * @param {string} path
 * @param {number} mode
 */
export function makeFolder(path, mode) {
  if (existsSync(path)) return
  makeFolder(dirname(path), mode)
  try {
    mkdirSync(path)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST" && existsSync(path)) return
    throw error
  }
  chmodSync(path, mode)
  giveToFolderOwner(path)
}

/**
 * Overwrites a file that is there, but follows no link: root works in folders of others.
 * @param {string} path
 * @param {string} text
 */
export function overwriteFile(path, text) {
  const { O_WRONLY, O_TRUNC, O_NOFOLLOW } = constants
  writeFileSync(path, text, { flag: /** @type {any} */ (O_WRONLY | O_TRUNC | (O_NOFOLLOW ?? 0)) })
}
