// @ts-check
import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"

/**
 * Lets what root has just made belong to the owner of the folder around it, so that root at work locks nobody out.
 * @param {string} path
 */
export function giveToFolderOwner(path) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = lstatSync(dirname(path))
  lchownSync(path, uid, gid)
}

/**
 * Makes a folder and those above it unless they are there; a mode masked by nothing.
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
