import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"

/** Removes what a folder holds under names that begin so, as far as that is possible: it only takes room. */
export function removeBeginningWith(beginning: string, folder: string) {
  for (const name of readdirSync(folder).filter((name) => name.startsWith(beginning))) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // A program of a killed process may still be writing here; a later start removes what it leaves.
    }
  }
}
