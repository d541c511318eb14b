import { randomBytes } from "node:crypto"
import { mkdir, opendir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { MediaStore } from "~/domain/media/media-store"
import { unavailable } from "~/domain/shop-error"
import { checkedObjectName, isObjectName } from "./object-name"

interface DiskMediaOptions {
  folder: string
  baseUrl: string
}

/** Objects as files of one folder. A file appears whole or not at all. */
export function openDiskMedia({ folder, baseUrl }: DiskMediaOptions): MediaStore {
  return {
    kind: "disk",
    baseUrl: baseUrl.replace(/\/+$/, ""),
    async put(name, bytes) {
      const path = join(folder, checkedObjectName(name))
      const unfinished = join(folder, `.${randomBytes(9).toString("hex")}.part`)
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(unfinished, bytes, { flag: "wx" })
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {})
        throw complaint(error)
      }
    },
    async get(name) {
      const path = join(folder, checkedObjectName(name))
      return readFile(path).catch(ifMissing(null))
    },
    async remove(names) {
      const paths = names.map((name) => join(folder, checkedObjectName(name)))
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
    throw complaint(error)
  }
}

function complaint(error: unknown) {
  const { code } = error as NodeJS.ErrnoException
  if (code === "ENOSPC" || code === "EDQUOT") return unavailable("The disk for pictures is full", error)
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return unavailable("The shop may not write to its folder of pictures", error)
  }
  return unavailable("The folder of pictures does not answer as it should", error)
}
