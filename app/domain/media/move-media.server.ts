import { type FileSum, fileSum, isOfSum } from "./file-sum.server"
import type { MediaStore } from "./media-store"
import { parseVariantName } from "./picture"
import { readFile, writeFile } from "./read-file.server"

export interface MoveProgress {
  copied: number
  skipped: number
  total: number
}

interface MoveResult extends MoveProgress {
  /** Names of files that neither store has intact, or that the new one does not keep */
  damaged: string[]
}

interface MoveOptions {
  findSum?: (name: string) => Promise<FileSum | undefined>
  onProgress?: (progress: MoveProgress) => void
}

const CONCURRENCY = 8

/**
 * Copies files that the other store lacks or has differently, so that a move can be repeated; reads back every written
 * file.
 */
export async function moveMedia(from: MediaStore, to: MediaStore, options: MoveOptions = {}): Promise<MoveResult> {
  const { findSum = async () => undefined, onProgress = () => {} } = options
  const existing = new Set<string>()
  for await (const name of to.list()) existing.add(name)
  const names: string[] = []
  for await (const name of from.list()) if (parseVariantName(name)) names.push(name)
  const queue = [...names]
  const progress = { copied: 0, skipped: 0, total: names.length }
  const damaged: string[] = []
  onProgress({ ...progress })

  const copyUntilDone = async () => {
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      const result = await copy(name, { from, to, sum: await findSum(name), exists: existing.has(name) })
      if (result === "damaged") damaged.push(name)
      else progress.copied++
      if (result === "skipped") progress.skipped++
      onProgress({ ...progress })
    }
  }
  const copiers = Array.from({ length: CONCURRENCY }, () =>
    copyUntilDone().catch((error) => {
      queue.length = 0
      throw error
    }),
  )
  const failed = (await Promise.allSettled(copiers)).find((result) => result.status === "rejected")
  if (failed) throw failed.reason
  return { ...progress, damaged: damaged.sort() }
}

interface Copy {
  from: MediaStore
  to: MediaStore
  sum: FileSum | undefined
  exists: boolean
}

async function copy(name: string, { from, to, sum, exists }: Copy): Promise<"copied" | "skipped" | "damaged"> {
  const there = exists ? await to.get(name) : null
  if (there && sum && isOfSum(there, sum)) return "skipped"
  const file = await readFile(from, name, sum)
  if (file.state !== "whole") return "damaged"
  const wanted = sum ?? fileSum(file.bytes)
  if (there && isOfSum(there, wanted)) return "skipped"
  const type = parseVariantName(name)?.type ?? ""
  return (await writeFile(to, name, { bytes: file.bytes, type, sum: wanted })) ? "copied" : "damaged"
}
