import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { giveToFolderOwner } from "../processes/folder-owner.mjs"

/** Returns `undefined` if there is no such file. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
  }
}

/** Renames the text last, so that it exists only when it is complete; does not follow a link. */
export function replaceText(path: string, text: string) {
  const draft = `${path}.draft`
  rmSync(draft, { force: true })
  writeFileSync(draft, text, { flag: "wx", mode: 0o600, flush: true })
  giveToFolderOwner(draft)
  renameSync(draft, path)
}
