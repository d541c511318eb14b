import { closeSync, constants, existsSync, fstatSync, ftruncateSync, openSync, readSync } from "node:fs"
import { giveToFolderOwner } from "./folder-owner.mjs"

const longestLog = 10_000_000

/** Opens the log for a server to append to; one that has grown too long starts over. */
export function openServerLog(path: string) {
  const isNew = !existsSync(path)
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const log = openSync(path, O_RDWR | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0), 0o600)
  if (isNew) giveToFolderOwner(path)
  if (fstatSync(log).size > longestLog) ftruncateSync(log)
  return log
}

export function trimServerLog(path: string) {
  closeSync(openServerLog(path))
}

/** The last complaint of the server since a place in its log. */
export function lastWords(log: number, begin: number) {
  const bytes = Buffer.alloc(Math.max(0, Math.min(fstatSync(log).size - begin, 20_000)))
  readSync(log, bytes, 0, bytes.length, begin)
  const lines = bytes.toString("utf8").trim().split("\n")
  const complaint =
    lines.find((line) => /could not bind/.test(line)) ?? lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line))
  return (
    (complaint ?? lines.at(-1) ?? "").replace(/^.*?(FATAL|PANIC|ERROR|LOG|WARNING): +/, "") || "it does not say why"
  )
}
