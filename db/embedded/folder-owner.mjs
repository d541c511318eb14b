// @ts-check
import { chmodSync, constants, existsSync, lchownSync, lstatSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

/** @param {string} path must stay accessible to the folder's owner although root has made it */
export function giveToFolderOwner(path) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = lstatSync(dirname(path))
  lchownSync(path, uid, gid)
}

/**
 * @param {string} path
 * @param {number} mode applies whatever the umask
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
 * @param {string} path must not be followed if it is a link: root works in folders of others
 * @param {string} text
 */
export function overwriteFile(path, text) {
  const { O_WRONLY, O_TRUNC, O_NOFOLLOW } = constants
  writeFileSync(path, text, { flag: /** @type {any} */ (O_WRONLY | O_TRUNC | (O_NOFOLLOW ?? 0)) })
}
