import { openAsBlob } from "node:fs"
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { MultipartPart } from "@mjackson/multipart-parser"
import pLimit from "p-limit"
import type { MemoryLease } from "./body-budget.server"
import type { BodyLimits } from "./body-limits"
import { readChunks } from "./body-stream.server"
import { LimitedForm } from "./limited-form"
import { boundaryOf, fileNameOf, malformed } from "./multipart.server"

const MAX_HEADER = 8 * 1024
const BLOCK = 256 * 1024

const twoAtOnce = pLimit(2)

/** Waits for its turn; removes the folder when the work is done. */
export function withSpoolFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  return twoAtOnce(async () => {
    const folder = await mkdtemp(join(tmpdir(), "counter-upload-"))
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

/**
 * Reads a form whose files stay on the disk, so that it takes only the memory of its texts.
 * @throws ShopError `invalid`, `tooLarge`, `tooSlow`
 */
export async function spoolMultipart(
  folder: string,
  stream: ReadableStream<Uint8Array>,
  contentType: string,
  limits: BodyLimits,
): Promise<FormData> {
  const boundary = boundaryOf(contentType)
  const path = join(folder, "body")
  const file = await open(path, "wx+")
  try {
    for await (const chunk of readChunks(stream, limits.request, onDisk)) await file.writeFile(chunk)
    const form = new LimitedForm(limits)
    for await (const part of partsOf(file, boundary)) await addPart(form, path, part, limits)
    return form.data
  } finally {
    await file.close()
  }
}

const onDisk: MemoryLease = { acquire: async () => {}, isContended: false, release: () => {} }

interface StoredPart {
  part: MultipartPart
  start: number
  end: number
}

async function* partsOf(file: FileHandle, boundary: string): AsyncGenerator<StoredPart> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const opening = delimiter.subarray(2)
  if (!(await readAt(file, 0, opening.length)).equals(opening)) throw malformed()
  for (let at = opening.length; ; ) {
    const head = await readAt(file, at, MAX_HEADER)
    if (head.toString("latin1", 0, 2) === "--") return
    const length = head.indexOf("\r\n\r\n")
    if (head.toString("latin1", 0, 2) !== "\r\n" || length < 0) throw malformed()
    const start = at + length + 4
    const end = await findBytes(file, delimiter, start)
    yield { part: new MultipartPart(head.subarray(2, length), []), start, end }
    at = end + delimiter.length
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** @throws ShopError `invalid` if the file is truncated */
async function findBytes(file: FileHandle, wanted: Buffer, from: number): Promise<number> {
  for (let at = from; ; at += BLOCK) {
    const block = await readAt(file, at, BLOCK + wanted.length - 1)
    const place = block.indexOf(wanted)
    if (place >= 0) return at + place
    if (block.length < BLOCK) throw malformed()
  }
}

async function addPart(
  form: LimitedForm,
  path: string,
  { part, start, end }: StoredPart,
  limits: BodyLimits,
): Promise<void> {
  const filename = fileNameOf(part)
  const name = form.nextField(part.name || undefined)
  if (name === null) return
  const bytes = (await openAsBlob(path)).slice(start, end)
  if (!part.isFile) form.addText(name, await bytes.slice(0, limits.text + 1).text())
  else form.addFile(name, { filename, mediaType: part.mediaType }, [bytes])
}
