// @ts-check
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"

export const project = fileURLToPath(new URL("../../../", import.meta.url))

export function enterProject() {
  process.chdir(project)
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  if (major > 20 || (major === 20 && minor >= 12)) return
  exitWithError(`This shop needs Node 20.12 or newer; this is Node ${process.versions.node}.`)
}

/** @type {(sentence: string) => never} */
export function exitWithError(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

/** @type {(program: string, args: string[], env?: Record<string, string>) => boolean} */
export function run(program, args, env = {}) {
  const { status, error } = spawnSync(program, args, {
    stdio: "inherit",
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
  })
  return !error && status === 0
}
