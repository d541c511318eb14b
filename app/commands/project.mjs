// @ts-check
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"

/** The project's folder; every command works there, wherever it was called from. */
export const project = fileURLToPath(new URL("../../", import.meta.url))

/** Goes to the project's folder; ends the process when this Node is too old for the shop. */
export function enterProject() {
  process.chdir(project)
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  if (major > 20 || (major === 20 && minor >= 12)) return
  giveUp(`This shop needs Node 20.12 or newer; this is Node ${process.versions.node}.`)
}

/**
 * Ends with one clear sentence.
 * @param {string} sentence
 * @returns {never}
 */
export function giveUp(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

/**
 * Runs a program with its output shown; answers whether it ended well.
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export function run(program, args, env = {}) {
  const { status, error } = spawnSync(program, args, {
    stdio: "inherit",
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
  })
  return !error && status === 0
}
