import { setTimeout as sleep } from "node:timers/promises"
import { type FileSum, isOfSum } from "./file-sum.server"
import type { MediaStore } from "./media-store"
import { isWholeFile } from "./whole-file.server"

/** Milliseconds after which a store may return the rest, or the newer object */
const PAUSES = [200, 1_000]

type Reading = { state: "whole"; bytes: Uint8Array } | { state: "missing" | "damaged" }

/** Reads a picture file and compares it with its checksum, or checks its format's end if it has none yet. */
export async function readFile(media: MediaStore, name: string, sum: FileSum | undefined): Promise<Reading> {
  for (let tries = 0; ; tries++) {
    const bytes = await media.get(name)
    if (bytes && (sum ? isOfSum(bytes, sum) : isWholeFile(name, bytes))) return { state: "whole", bytes }
    const pause = PAUSES[tries]
    if (!bytes || pause === undefined) return { state: bytes ? "damaged" : "missing" }
    await sleep(pause)
  }
}

/** Writes a file and reads it back; returns whether the store has it intact. */
export async function writeFile(
  media: MediaStore,
  name: string,
  { bytes, type, sum }: { bytes: Uint8Array; type: string; sum: FileSum },
): Promise<boolean> {
  for (let tries = 0; tries < 2; tries++) {
    await media.put(name, bytes, type)
    if ((await readFile(media, name, sum)).state === "whole") return true
  }
  return false
}
