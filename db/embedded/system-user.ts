import { existsSync, readFileSync, realpathSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { EmbeddedPostgresError } from "./embedded-postgres-error"

export interface SystemUser {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root: prefers the cluster's owner, then the folder's, then an unprivileged user. */
export function serverUser(folder: string, data: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = ordinaryOwner(data)
  if (owner) return owner
  const known = knownUsers()
  const folderOwner = ordinaryOwner(nearestExisting(folder))
  if (folderOwner && known.some((user) => user.uid === folderOwner.uid)) return folderOwner
  for (const name of ["nobody", "postgres", "daemon"]) {
    const user = known.find((one) => one.name === name && one.uid !== 0)
    if (user) return { uid: user.uid, gid: user.gid }
  }
  throw new EmbeddedPostgresError(
    "PostgreSQL does not run as root and this system has no user nobody, postgres or daemon: run the shop as an ordinary user, or set DATABASE_URL.",
  )
}

export function canReach(user: SystemUser, path: string): boolean {
  for (let at = nearestExisting(path); ; at = dirname(at)) {
    if (!mayPass(user, at)) return false
    if (at === dirname(at)) return true
  }
}

function mayPass(user: SystemUser, path: string) {
  const { uid, gid, mode } = statSync(path)
  if (user.uid === uid) return (mode & 0o100) !== 0
  return (mode & (user.gid === gid ? 0o010 : 0o001)) !== 0
}

function nearestExisting(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return nearestExisting(dirname(path))
  }
}

function ordinaryOwner(path: string): SystemUser | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined
}

function knownUsers() {
  const lines = existsSync("/etc/passwd") ? readFileSync("/etc/passwd", "utf8") : ""
  const users = lines.matchAll(/^([^#:\n]+):[^:\n]*:(\d+):(\d+):/gm)
  return Array.from(users, ([, name, uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}
