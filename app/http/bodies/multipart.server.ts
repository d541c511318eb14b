import {
  getMultipartBoundary,
  MaxFileSizeExceededError,
  MultipartParser,
  type MultipartPart,
} from "@mjackson/multipart-parser"
import { invalid, ShopError } from "~/domain/shop-error"
import type { MemoryLease } from "./body-budget.server"
import type { BodyLimits } from "./body-limits"
import { readChunks } from "./body-stream.server"
import { fileTooLarge, LimitedForm, PartialFormError } from "./limited-form"

/** @throws PartialFormError, ShopError `invalid`, the parser's own errors if the form is malformed */
export async function readMultipart(
  stream: ReadableStream<Uint8Array>,
  contentType: string,
  intake: MemoryLease,
  limits: BodyLimits,
): Promise<FormData> {
  const boundary = boundaryOf(contentType)
  // A data URL is a third longer than its picture.
  const parser = new MultipartParser(boundary, { maxFileSize: Math.ceil(limits.file / 3) * 4 + 100 })
  const form = new LimitedForm(limits)
  try {
    for await (const chunk of readChunks(stream, limits.request, intake)) {
      if (chunk.length === 0 || isComplete(parser)) continue
      for (const part of parser.write(chunk)) addPart(form, part)
    }
    parser.finish()
  } catch (error) {
    const refusal = error instanceof MaxFileSizeExceededError ? fileTooLarge(limits) : error
    throw refusal instanceof ShopError ? new PartialFormError(refusal, form.data) : error
  }
  return form.data
}

/** @throws ShopError `invalid` */
export function boundaryOf(contentType: string): string {
  const boundary = getMultipartBoundary(contentType)?.trim() ?? ""
  if (boundary === "" || boundary.length > 200) throw malformed()
  return boundary
}

export const malformed = () => invalid("This form is not encoded correctly")

/** The parser throws on a line break in a separate chunk after the closing boundary. */
function isComplete(parser: MultipartParser): boolean {
  try {
    parser.finish()
    return true
  } catch {
    return false
  }
}

function addPart(form: LimitedForm, part: MultipartPart): void {
  const filename = fileNameOf(part)
  const name = form.nextField(part.name || undefined)
  if (name === null) return
  if (!part.isFile) form.addText(name, part.text)
  else form.addFile(name, { filename, mediaType: part.mediaType }, part.content as BlobPart[])
}

const WINDOWS_PATH = /;\s*filename="((?:[A-Za-z]:|\\)[^"]*)"/

/**
 * Returns the name at the end of a path, which lynx and edbrowse send. Call it before anything else of the part is
 * read: then its parser takes backslashes for escapes.
 */
export function fileNameOf(part: MultipartPart): string | undefined {
  const windowsPath = WINDOWS_PATH.exec(part.headers.get("Content-Disposition") ?? "")?.[1]
  return (windowsPath ?? part.filename)?.replace(/^.*[/\\]/s, "")
}
