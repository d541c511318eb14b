import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The image's Node version */
export function imageNodeVersion(): string {
  return /^FROM node:(\d+\.\d+\.\d+)/m.exec(readFileSync("Dockerfile", "utf8"))?.[1] ?? ""
}

/** Installs the image's Node version and returns its path, or `null` if the registry has none for this platform. */
export function installImageNode(folder: string): string | null {
  const name = `node-${process.platform}-${process.arch}`
  const options = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=0", "--prefix", folder]
  spawnSync("npm", ["install", ...options, `${name}@${imageNodeVersion()}`], { cwd: folder, timeout: 90_000 })
  const path = join(folder, "node_modules", name, "bin", "node")
  return existsSync(path) ? path : null
}
