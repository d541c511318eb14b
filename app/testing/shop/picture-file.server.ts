import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import sharp from "sharp"

/** Writes a picture for file inputs and returns its path. */
export async function writePicture(folder: string): Promise<string> {
  const path = join(folder, "me.png")
  const teal = sharp({ create: { width: 64, height: 64, channels: 3, background: "teal" } })
  await writeFile(path, await teal.png().toBuffer())
  return path
}
