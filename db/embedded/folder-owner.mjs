// @ts-check
import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
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
  mkdirSync(path, { recursive: true })
  chmodSync(path, mode)
  giveToFolderOwner(path)
}

/**
 * Renames the file last, so that it is there only when it is whole. A link in its place is not followed: root works in
 * folders of others.
 * @param {string} path
 * @param {string} text
 */
export function replaceFile(path, text) {
  const draft = `${path}.draft`
  rmSync(draft, { force: true })
  writeFileSync(draft, text, { flag: "wx", mode: 0o600, flush: true })
  giveToFolderOwner(draft)
  renameSync(draft, path)
}
