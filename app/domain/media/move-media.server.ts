import type { MediaStore } from "./media-store"
import { parseVariantName } from "./picture"

export interface MoveProgress {
  copied: number
  skipped: number
  total: number
}

const CONCURRENCY = 8

/** Skips existing objects, so that an interrupted move can be repeated. */
export async function moveMedia(
  from: MediaStore,
  to: MediaStore,
  onProgress: (progress: MoveProgress) => void = () => {},
): Promise<MoveProgress> {
  const existing = new Set<string>()
  for await (const name of to.list()) existing.add(name)
  const names: string[] = []
  for await (const name of from.list()) if (parseVariantName(name)) names.push(name)
  const queue = names.filter((name) => !existing.has(name))
  const skipped = names.length - queue.length
  const progress = { copied: skipped, skipped, total: names.length }
  onProgress({ ...progress })

  const copyUntilDone = async () => {
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      await copy(name, from, to)
      progress.copied++
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
  return progress
}

async function copy(name: string, from: MediaStore, to: MediaStore): Promise<void> {
  const bytes = await from.get(name)
  const type = parseVariantName(name)?.type
  if (bytes && type) await to.put(name, bytes, type)
}
