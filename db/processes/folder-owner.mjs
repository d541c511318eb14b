// @ts-check
import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"

/** @param {string} path must stay accessible to the folder's owner although root has created it */
export function giveToFolderOwner(path) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = lstatSync(dirname(path))
  lchownSync(path, uid, gid)
}

/** @type {(path: string, mode: number) => void} The mode applies whatever the umask. */
export function makeFolder(path, mode) {
  if (existsSync(path)) return
  makeFolder(dirname(path), mode)
  mkdirSync(path, { recursive: true })
  chmodSync(path, mode)
  giveToFolderOwner(path)
}
