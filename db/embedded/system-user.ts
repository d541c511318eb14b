import { existsSync, realpathSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import { readText } from "./text-file"

export interface SystemUser {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root: prefers the cluster's owner, then the folder's, then an unprivileged user. */
export function serverUser(folder: string, data: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const cluster = statSync(data, { throwIfNoEntry: false })
  if (cluster && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid }
  const users = knownUsers().filter((user) => user.uid !== 0)
  const { uid, gid } = statSync(nearestExisting(folder))
  if (users.some((user) => user.uid === uid)) return { uid, gid }
  const [user] = ["nobody", "postgres", "daemon"].flatMap((name) => users.filter((user) => user.name === name))
  if (user) return { uid: user.uid, gid: user.gid }
  throw new EmbeddedPostgresError(
    "PostgreSQL does not run as root and this system has no user nobody, postgres or daemon: run the shop as an ordinary user, or set DATABASE_URL.",
  )
}

export function canOpen(user: SystemUser, path: string): boolean {
  const at = nearestExisting(path)
  return canTraverse(user, at) && (at === dirname(at) || canOpen(user, dirname(at)))
}

function canTraverse(user: SystemUser, path: string) {
  const { uid, gid, mode } = statSync(path)
  if (user.uid === uid) return (mode & 0o100) !== 0
  return (mode & (user.gid === gid ? 0o010 : 0o001)) !== 0
}

function nearestExisting(path: string): string {
  return existsSync(path) ? realpathSync(path) : nearestExisting(dirname(path))
}

function knownUsers() {
  const lines = readText("/etc/passwd")?.split("\n") ?? []
  const users = lines.map((line) => line.split(":")).filter(({ length }) => length >= 4)
  return users.map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}
