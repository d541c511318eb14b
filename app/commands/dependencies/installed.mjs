// @ts-check
import { existsSync, readFileSync } from "node:fs"
import { exitWithError, run } from "../clone/project.mjs"

/** @param {{ tools: boolean }} wanted */
export function isInstalled({ tools }) {
  const locked = packagesOf("package-lock.json")
  // npm's own lock file, which it writes last
  const installed = packagesOf("node_modules/.package-lock.json")
  return Object.entries(locked).every(([path, { version, dev, optional, devOptional }]) => {
    const needed = path.startsWith("node_modules/") && !optional && !devOptional && (tools || !dev)
    return !needed || (installed[path] !== undefined && installed[path].version === version)
  })
}

export function install() {
  console.log("Installing the locked dependencies …")
  const args = ["ci", "--include=dev", "--include=optional", "--no-fund", "--no-audit", "--loglevel=error"]
  if (!run("npm", args)) exitWithError("The dependencies could not be installed: see what npm says above.")
}

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }} Package */

/** @type {(lockFile: string) => Record<string, Package>} */
function packagesOf(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, "utf8")).packages : {}
}
