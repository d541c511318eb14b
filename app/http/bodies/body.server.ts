import { isUtf8 } from "node:buffer"
import { invalid, ShopError, tooLarge } from "~/domain/shop-error"
import type { MemoryLease } from "./body-budget.server"
import type { BodyLimits } from "./body-limits"
import { discardBody, readChunks } from "./body-stream.server"
import { parseJson } from "./json-body"
import { PartialFormError } from "./limited-form"
import { readMultipart } from "./multipart.server"
import { spoolMultipart } from "./spooled-multipart.server"
import { parseUrlEncoded } from "./url-encoded.server"

export type Body = { kind: "json"; value: Record<string, unknown> } | { kind: "form"; data: FormData }

/** A missing body is an empty form. @throws ShopError `tooLarge`, `tooSlow`, `unavailable`, `unsupported`, `invalid` */
export async function readBody(request: Request, intake: MemoryLease, limits: BodyLimits): Promise<Body> {
  if (!request.body) return { kind: "form", data: new FormData() }
  const type = request.headers.get("Content-Type") ?? ""
  const refusal = refusalBeforeReading(request.headers, mediaType(type), limits)
  if (refusal) {
    discardBody(request.body)
    throw refusal
  }
  try {
    if (mediaType(type) === "multipart/form-data") {
      if (announcedLength(request.headers) > limits.request)
        return await refuseFiles(request.body, type, intake, limits)
      if (limits.spoolFolder)
        return { kind: "form", data: await spoolMultipart(limits.spoolFolder, request.body, type, limits) }
      return { kind: "form", data: await readMultipart(request.body, type, intake, limits) }
    }
    const bytes = await readBytes(request.body, intake, limits.request)
    if (!isUtf8(bytes)) throw invalid("This request is not in UTF-8")
    if (mediaType(type) === "application/json")
      return { kind: "json", value: await parseJson(bytes.toString(), limits) }
    return { kind: "form", data: await parseUrlEncoded(bytes.toString("latin1"), limits) }
  } catch (error) {
    if (error instanceof ShopError) throw error
    throw new ShopError("invalid", "This request cannot be read; please send it again", { cause: error })
  }
}

const MEDIA_TYPES = ["multipart/form-data", "application/x-www-form-urlencoded", "application/json"]

const mediaType = (contentType: string) => contentType.split(";", 1)[0]?.trim().toLowerCase() ?? ""

function refusalBeforeReading(headers: Headers, type: string, limits: BodyLimits): ShopError | null {
  const length = announcedLength(headers)
  const hasFiles = type === "multipart/form-data" && limits.request > limits.text
  if (length > limits.request && !hasFiles) return tooLarge("This request is too large")
  if (length === 0) return null
  const encoding = headers.get("Content-Encoding")
  if (encoding && encoding !== "identity") return new ShopError("unsupported", "Please send this without compression")
  return MEDIA_TYPES.includes(type)
    ? null
    : new ShopError("unsupported", `Please send this as one of ${MEDIA_TYPES.join(", ")}`)
}

const announcedLength = (headers: Headers) => Number(headers.get("Content-Length") ?? Number.NaN)

/** Reads only the text of a form whose files are too large. @throws PartialFormError */
async function refuseFiles(...[stream, type, intake, limits]: Parameters<typeof readMultipart>): Promise<never> {
  const typed = await readMultipart(stream, type, intake, { ...limits, request: limits.text }).catch((error) => {
    if (error instanceof PartialFormError) return error.partialData
    throw error
  })
  const most = `${limits.request / 1024 / 1024} MB`
  throw new PartialFormError(
    tooLarge(`All files together may have at most ${most}: please send fewer at a time`),
    typed,
  )
}

export async function readBytes(
  stream: ReadableStream<Uint8Array>,
  intake: MemoryLease,
  limit: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of readChunks(stream, limit, intake)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
