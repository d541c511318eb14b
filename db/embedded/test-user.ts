import { readFileSync } from "node:fs"
import type { SystemUser } from "./system-user"

export const isRoot = process.getuid?.() === 0

/** An ordinary user: ourselves, or for root one that is not the one PostgreSQL falls to. */
export function ordinaryUser(): SystemUser | undefined {
  if (!isRoot) return undefined
  const lines = readFileSync("/etc/passwd", "utf8").split("\n")
  const daemon = lines.map((line) => line.split(":")).find(([name]) => name === "daemon")
  return { uid: Number(daemon?.[2]), gid: Number(daemon?.[3]) }
}
