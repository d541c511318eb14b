import { chmod, mkdir, writeFile } from "node:fs/promises"
import { dirname } from "node:path"

/** Keeps the text of a process that wrote it first. */
export async function writeOnce(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text, { mode: 0o600, flag: "wx" }).catch((error) => {
    if (error.code !== "EEXIST") throw error
  })
  await chmod(path, 0o600)
}
