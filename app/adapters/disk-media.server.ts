import { randomBytes } from "node:crypto"
import { mkdir, opendir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { MediaStore } from "~/domain/media/media-store"
import { unavailable } from "~/domain/shop-error"
import { assertObjectName, isObjectName } from "./object-name"

interface DiskMediaOptions {
  folder: string
  baseUrl: string
}

/** Writes each file whole or not at all. */
export function openDiskMedia({ folder, baseUrl }: DiskMediaOptions): MediaStore {
  return {
    kind: "disk",
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ""),
    async put(name, bytes) {
      const path = join(folder, assertObjectName(name))
      const unfinished = join(folder, `.${randomBytes(9).toString("hex")}.part`)
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(unfinished, bytes, { flag: "wx", flush: true })
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {})
        throw toUnavailable(error)
      }
    },
    async get(name) {
      const path = join(folder, assertObjectName(name))
      return readFile(path).catch(ifMissing(null))
    },
    async remove(names) {
      const paths = names.map((name) => join(folder, assertObjectName(name)))
      for (const path of paths) await rm(path, { force: true }).catch(ifMissing(undefined))
    },
    async *list() {
      const entries = await opendir(folder).catch(ifMissing(null))
      if (!entries) return
      for await (const entry of entries) if (entry.isFile() && isObjectName(entry.name)) yield entry.name
    },
  }
}

function ifMissing<T>(value: T) {
  return (error: unknown): T => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return value
    throw toUnavailable(error)
  }
}

function toUnavailable(error: unknown) {
  const { code } = error as NodeJS.ErrnoException
  if (code === "ENOSPC" || code === "EDQUOT") return unavailable("The disk for pictures is full", error)
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return unavailable("The shop is not allowed to write to its picture folder", error)
  }
  return unavailable("The picture folder cannot be read or written", error)
}
