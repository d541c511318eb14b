import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { canReach } from "~db/embedded/system-user"
import { ordinaryUser } from "~db/embedded/testing/launcher"
import { createTestFolder } from "~db/testing/test-folder"
import { type Program, startProcess } from "./program.server"

/** The build as an operator deploys it, with what it needs at run time and nothing else, where nobody may write. */
export interface Deployment {
  folder: string
  /** The one place that may be written. */
  dataFolder: string
  /** Starts a program as a user who may not write, without network for npm; by default from nowhere near the folder. */
  start(program: string, args: string[], options?: { env?: Record<string, string>; cwd?: string }): Program
  /** Every file and folder with its size and times: what was touched differs. */
  state(): string[]
  remove(): void
}

/** What the image leaves out of packages: read by compilers and debuggers only, or by nobody. */
export const LEFT_OUT = ["*.map", "*.ts", "*.mts", "*.cts", "city.json"]

const isLeftOut = (path: string) => /\.(map|[cm]?ts)$|\/city\.json$/.test(path)

/** Deploys this project's build, configured by a `.env`. */
export function deployBuild(configure: (dataFolder: string) => Record<string, string>): Deployment {
  const [folder, dataFolder] = [createTestFolder(), createTestFolder()]
  const user = canReach(ordinaryUser() ?? { uid: 0, gid: 0 }, process.execPath) ? ordinaryUser() : undefined
  if (user) chownSync(dataFolder, user.uid, user.gid)
  for (const path of ["build", "app/commands", "db/embedded", ...productionPackages()]) linkFiles(path, folder)
  for (const path of ["package.json", "package-lock.json"]) copyFileSync(path, join(folder, path))
  const lines = Object.entries(configure(dataFolder)).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(folder, ".env"), lines.join(""))
  const folders = [folder, ...entriesIn(folder).filter((path) => statSync(path).isDirectory())]
  // The files are the project's own, shared by links, and keep their modes.
  for (const path of folders) chmodSync(path, 0o555)
  const npm = { npm_config_registry: "http://127.0.0.1:9", npm_config_cache: join(dataFolder, "npm"), HOME: dataFolder }
  return {
    folder,
    dataFolder,
    start: (program, args, { env, cwd = "/" } = {}) =>
      startProcess(program, args, { env: { ...npm, ...env }, cwd, ...user }),
    state: () => [folder, ...entriesIn(folder)].map(stateOf),
    remove() {
      for (const path of folders) chmodSync(path, 0o755)
      for (const path of [folder, dataFolder]) rmSync(path, { recursive: true, force: true })
    },
  }
}

/** What `npm ci --omit=dev` would install, as folders. */
function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }
  const paths = Object.entries(packages).filter(([, { dev, devOptional }]) => !dev && !devOptional)
  const folders = paths.map(([path]) => path).filter((path) => /^node_modules\/(?!.*\/node_modules\/)/.test(path))
  // Not for every platform is every package.
  return folders.filter((path) => existsSync(path))
}

/** The same files again under another folder, at no cost where both are on one disk. */
function linkFiles(path: string, target: string) {
  for (const file of entriesIn(path)) {
    if (statSync(file).isDirectory() || (path.startsWith("node_modules/") && isLeftOut(file))) continue
    mkdirSync(dirname(join(target, file)), { recursive: true })
    try {
      linkSync(file, join(target, file))
    } catch {
      copyFileSync(file, join(target, file))
    }
  }
}

function entriesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path))
}

function stateOf(path: string): string {
  const { size, mtimeMs, ino } = statSync(path)
  return `${path} ${size} ${mtimeMs} ${ino}`
}
