import type { SpawnOptions } from "node:child_process"
import * as fs from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"
import type { Cluster } from "./cluster"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import { canOpen, type SystemUser } from "./system-user"
import { readText } from "./text-file"

export type NativeBinaries = ReturnType<typeof nativeBinaries>

/** Copies npm's programs next to the cluster if npm's folder is read-only, or the server's user cannot read it. */
export function nativeBinaries(cluster: Cluster) {
  const installed = installedBinaries()
  const usable = isReachable(cluster.user, installed.native) && makeLinks(installed.native)
  const native = usable ? installed.native : privateCopy(cluster, installed)
  const program = (name: string) => join(native, "bin", process.platform === "win32" ? `${name}.exe` : name)
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") }
}

export function installedBinaries(platform: string = process.platform, arch: string = process.arch) {
  const name = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(fs.readFileSync(join(root, "package.json"), "utf8")) as { version: string }
    return { native: join(root, "native"), version }
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no PostgreSQL for ${platform} on ${arch} in node_modules: run npm ci with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
}

/** Passes no keys, no PG variables and no language. */
export function nativeOptions({ user, home }: Cluster): SpawnOptions {
  const names = ["PATH", "TMPDIR", "LD_LIBRARY_PATH", "SystemRoot", "TEMP"]
  const kept = names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return { ...user, cwd: home, env: Object.fromEntries(kept), windowsHide: true }
}

/** npm selects by platform only, but the C library may differ. */
export function unsupportedSystem(error: Error) {
  return new EmbeddedPostgresError(
    `The PostgreSQL that npm installed does not run on this system (${error.message}): set DATABASE_URL to one of your own.`,
    { cause: error },
  )
}

export function removeBeginningWith(beginning: string, folder: string) {
  for (const name of fs.readdirSync(folder).filter((name) => name.startsWith(beginning))) {
    try {
      fs.rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // A program of a killed process may still write here; a later start removes its remains.
    }
  }
}

/** With a strict umask, npm leaves files readable only by their owner. */
function isReachable(user: SystemUser | undefined, native: string) {
  if (!user) return true
  const isReadable = (file: fs.Stats) => file.isSymbolicLink() || (file.mode & 0o004) !== 0
  return ["bin", "lib", "share/postgresql"]
    .map((folder) => join(native, folder))
    .every((at) => canOpen(user, at) && fs.readdirSync(at).every((name) => isReadable(fs.lstatSync(join(at, name)))))
}

/** Creates the links listed by the package, by paths that begin with `native/`; returns whether it succeeded. */
function makeLinks(native: string) {
  const links: { source: string; target: string }[] = JSON.parse(readText(join(native, "pg-symlinks.json")) ?? "[]")
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (fs.existsSync(link)) continue
    try {
      fs.rmSync(link, { force: true })
      fs.symlinkSync(relative(dirname(target), source), link)
    } catch {
      // Another process may have created it in the meantime.
      if (!fs.existsSync(link)) return false
    }
  }
  return true
}

function privateCopy({ home }: Cluster, { native, version }: ReturnType<typeof installedBinaries>) {
  const copy = join(home, `native-${version}`)
  if (!fs.existsSync(copy)) {
    removeBeginningWith("native-", home)
    const draft = `${copy}.draft`
    const mode = fs.constants.COPYFILE_FICLONE
    fs.cpSync(native, join(draft, "native"), { recursive: true, verbatimSymlinks: true, mode })
    openToAll(draft)
    if (!makeLinks(join(draft, "native"))) throw new EmbeddedPostgresError(`Links cannot be created in ${home}.`)
    fs.renameSync(draft, copy)
  }
  return join(copy, "native")
}

function openToAll(path: string) {
  const stat = fs.lstatSync(path)
  if (stat.isSymbolicLink()) return
  fs.chmodSync(path, stat.mode | (stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644))
  if (stat.isDirectory()) for (const name of fs.readdirSync(path)) openToAll(join(path, name))
}
