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
import { canOpen } from "~db/embedded/system-user"
import { ordinaryUser } from "~db/embedded/testing/launcher"
import { createTestFolder } from "~db/testing/test-folder"
import { type Program, startProcess } from "./program.server"

/** The build as an operator deploys it: production packages only, in a read-only folder */
export interface Deployment {
  folder: string
  /** The only writable folder */
  dataFolder: string
  /** Starts a program as an unprivileged user, without a registry for npm; by default from another folder. */
  start(program: string, args: string[], options?: { env?: Record<string, string>; cwd?: string }): Program
  /** Sizes and times of every file and folder, to find changes */
  state(): string[]
  remove(): void
}

/** Files of packages that the image omits, because they are not needed at run time */
export const LEFT_OUT = ["*.map", "*.ts", "*.mts", "*.cts", "city.json", "CHANGELOG.md", "*.yaml", "umd.min.js"]

const isLeftOut = (path: string) => /\.(map|[cm]?ts|yaml)$|\/(city\.json|CHANGELOG\.md|umd\.min\.js)$/.test(path)

/** Deploys the build with a `.env`. */
export function deployBuild(configure: (dataFolder: string) => Record<string, string>): Deployment {
  const [folder, dataFolder] = [createTestFolder(), createTestFolder()]
  const user = canOpen(ordinaryUser() ?? { uid: 0, gid: 0 }, process.execPath) ? ordinaryUser() : undefined
  if (user) chownSync(dataFolder, user.uid, user.gid)
  for (const path of ["build", "app/commands", "db/processes", ...productionPackages()]) linkFiles(path, folder)
  for (const path of ["package.json", "package-lock.json"]) copyFileSync(path, join(folder, path))
  const lines = Object.entries(configure(dataFolder)).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(folder, ".env"), lines.join(""))
  const folders = [folder, ...entriesIn(folder).filter((path) => statSync(path).isDirectory())]
  // The files are hard links and must keep their modes.
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

/** Folders that `npm ci --omit=dev` would install */
function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }
  const paths = Object.entries(packages).filter(([, { dev, devOptional }]) => !dev && !devOptional)
  const folders = paths.map(([path]) => path).filter((path) => /^node_modules\/(?!.*\/node_modules\/)/.test(path))
  // Optional packages of other platforms are not installed.
  return folders.filter((path) => existsSync(path))
}

/** Copies files by hard links, or by content across disks. */
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
