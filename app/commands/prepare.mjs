import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The project's folder; every command works there, wherever it was called from. */
export const project = fileURLToPath(new URL("../../", import.meta.url))

const INSTALLED = join(project, "node_modules/.installed-lock")
const BUILT = join(project, "build/.sources")
const SOURCES = ["app", "db", "public", "server.ts", "remix.config.js", "tsconfig.json", "package-lock.json"]

/** Installs and builds what is missing or stale, saying so; ends the process with one sentence when it cannot. */
export function prepare({ build = true } = {}) {
  process.chdir(project)
  requireNode()
  if (existsSync(".env")) process.loadEnvFile(".env")
  installDependencies()
  if (build) buildShop()
}

/** Ends with one clear sentence. */
export function giveUp(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

/** Runs a program with its output shown; answers whether it ended well. */
export function run(program, args, env = {}) {
  const { status, error } = spawnSync(program, args, {
    stdio: "inherit",
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
  })
  return !error && status === 0
}

function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number)
  if (major > 20 || (major === 20 && minor >= 12)) return
  giveUp(`This shop needs Node 20.12 or newer; this is Node ${process.versions.node}.`)
}

function installDependencies() {
  const wanted = hash(readFileSync("package-lock.json"))
  if (read(INSTALLED) === wanted) return
  console.log("Installing the locked dependencies …")
  const args = ["ci", "--include=dev", "--include=optional", "--no-fund", "--no-audit", "--loglevel=error"]
  if (!run("npm", args)) giveUp("The dependencies could not be installed: see what npm says above.")
  write(INSTALLED, wanted)
}

function buildShop() {
  const wanted = hash(SOURCES.flatMap(filesOf).map(stateOf).join("\n"))
  if (read(BUILT) === wanted && existsSync("build/server/server.js")) return
  console.log("Building the shop …")
  const result = spawnSync(
    process.execPath,
    ["node_modules/@remix-run/dev/dist/cli.js", "vite:build", "-c", "remix.config.js"],
    { encoding: "utf8" },
  )
  if (result.status !== 0) giveUp(`The shop could not be built:\n${result.stdout}${result.stderr}`)
  write(BUILT, wanted)
}

function filesOf(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

function stateOf(path) {
  const { mtimeMs, size } = statSync(path)
  return `${path} ${mtimeMs} ${size}`
}

function hash(contents) {
  return createHash("sha256").update(contents).digest("hex")
}

function read(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : null
}

function write(path, contents) {
  try {
    mkdirSync(join(path, ".."), { recursive: true })
    writeFileSync(path, contents)
  } catch (error) {
    giveUp(`The folder ${project} cannot be written: ${error.message}`)
  }
}
