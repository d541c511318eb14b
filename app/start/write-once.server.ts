import { randomUUID } from "node:crypto"
import { chmod, link, mkdir, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname } from "node:path"

/**
 * Keeps the text of the process that wrote it first. The file exists only when it is complete; an empty one is
 * replaced.
 */
export async function writeOnce(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true })
  const earlier = await stat(path).catch(() => null)
  try {
    if (!earlier?.size) {
      await writeFile(draft, text, { mode: 0o600, flag: "wx", flush: true })
      await (earlier ? rename(draft, path) : linkOnce(draft, path))
    }
  } finally {
    await rm(draft, { force: true })
  }
  await chmod(path, 0o600)
}

async function linkOnce(draft: string, path: string): Promise<void> {
  await link(draft, path).catch((error) => {
    if (error.code !== "EEXIST") throw error
  })
}
