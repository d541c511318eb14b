import {
  getMultipartBoundary,
  MaxFileSizeExceededError,
  MultipartParser,
  type MultipartPart,
} from "@mjackson/multipart-parser"
import { invalid, ShopError, tooLarge } from "~/domain/shop-error"
import { LONGEST_NAME } from "~/http/forms/field-path"
import type { MemoryLease } from "./body-budget.server"
import type { BodyLimits } from "./body-limits"
import { readChunks } from "./body-stream.server"
import { isPictureDataUrl, readFieldText } from "./field-text"
import { PartialFormError } from "./partial-form-error"
import { refuseUnstorable } from "./refuse-unstorable"

/**
 * A multipart form, judged part by part while it streams in. A file input that was left empty adds nothing.
 * @throws PartialFormError, ShopError `invalid`, the parser's own errors when the form is malformed
 */
export async function readMultipart(
  stream: ReadableStream<Uint8Array>,
  contentType: string,
  intake: MemoryLease,
  limits: BodyLimits,
): Promise<FormData> {
  const boundary = getMultipartBoundary(contentType)?.trim() ?? ""
  if (boundary === "" || boundary.length > 200) throw invalid("This form is not encoded correctly")
  // A picture may also come as text, as a data URL, and is a third longer then.
  const parser = new MultipartParser(boundary, { maxFileSize: Math.ceil(limits.file / 3) * 4 + 100 })
  const form = new MultipartForm(limits)
  try {
    for await (const chunk of readChunks(stream, limits.request, intake)) {
      if (chunk.length === 0 || isComplete(parser)) continue
      for (const part of parser.write(chunk)) form.add(part)
    }
    parser.finish()
  } catch (error) {
    const refusal = error instanceof MaxFileSizeExceededError ? fileTooLarge(limits) : error
    throw refusal instanceof ShopError ? new PartialFormError(refusal, form.data) : error
  }
  return form.data
}

/** After the closing boundary the parser takes offence at a line break that comes in a chunk of its own. */
function isComplete(parser: MultipartParser): boolean {
  try {
    parser.finish()
    return true
  } catch {
    return false
  }
}

/** The parts so far, and how much of each limit they have used. */
class MultipartForm {
  readonly data = new FormData()
  #fields = 0
  #files = 0
  #text = 0

  constructor(private readonly limits: BodyLimits) {}

  add(part: MultipartPart): void {
    if (++this.#fields > this.limits.fields) throw tooLarge("This form has too many fields")
    // A name that no field has is left out before anybody reads it.
    if (!part.name || part.name.length > LONGEST_NAME) return
    const name = refuseUnstorable(part.name)
    if (part.isFile) this.#addFile(name, part)
    else this.#addText(name, part.text)
  }

  #addFile(name: string, part: MultipartPart): void {
    if (part.size === 0 && !part.filename) return
    if (part.size > this.limits.file) throw fileTooLarge(this.limits, name)
    if (++this.#files > this.limits.files)
      throw tooLarge(`At most ${this.limits.files} files can be sent at once`, name)
    this.data.append(name, new File(part.content as BlobPart[], part.filename ?? "", { type: part.mediaType ?? "" }))
  }

  #addText(name: string, text: string): void {
    this.#text += name.length + (isPictureDataUrl(name, text, this.limits) ? 0 : text.length)
    if (this.#text > this.limits.text) throw tooLarge("This form is too large")
    this.data.append(name, readFieldText(name, text, this.limits))
  }
}

function fileTooLarge(limits: BodyLimits, field?: string) {
  return tooLarge(`A file may have at most ${Math.floor(limits.file / 1024 / 1024)} MB`, field)
}
