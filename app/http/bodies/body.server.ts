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

/** The fields of forms that arrived together with the headers of their requests */
const arrivedForms = new WeakMap<Request, Buffer>()

/** Makes `readBody` read the bytes of a URL-encoded form, without a stream. */
export function withArrivedForm(request: Request, bytes: Buffer): Request {
  arrivedForms.set(request, bytes)
  return request
}

/** A missing body is an empty form. @throws ShopError `tooLarge`, `tooSlow`, `unavailable`, `unsupported`, `invalid` */
export async function readBody(request: Request, intake: MemoryLease, limits: BodyLimits): Promise<Body> {
  const arrived = arrivedForms.get(request)
  if (arrived) return readable(() => parseBytes(arrived, FORM, limits))
  const { body } = request
  if (!body) return { kind: "form", data: new FormData() }
  const type = request.headers.get("Content-Type") ?? ""
  const refusal = refusalBeforeReading(request.headers, mediaType(type), limits)
  if (refusal) {
    discardBody(body)
    throw refusal
  }
  return readable(async () => {
    if (mediaType(type) === "multipart/form-data") {
      if (announcedLength(request.headers) > limits.request) return refuseFiles(body, type, intake, limits)
      if (limits.spoolFolder)
        return { kind: "form", data: await spoolMultipart(limits.spoolFolder, body, type, limits) }
      return { kind: "form", data: await readMultipart(body, type, intake, limits) }
    }
    return parseBytes(await readBytes(body, intake, limits.request), mediaType(type), limits)
  })
}

async function parseBytes(bytes: Buffer, type: string, limits: BodyLimits): Promise<Body> {
  if (!isUtf8(bytes)) throw invalid("This request is not in UTF-8")
  if (type === "application/json") return { kind: "json", value: await parseJson(bytes.toString(), limits) }
  return { kind: "form", data: await parseUrlEncoded(bytes.toString("latin1"), limits) }
}

/** @throws ShopError `invalid` for any other error */
async function readable(read: () => Promise<Body>): Promise<Body> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ShopError) throw error
    throw new ShopError("invalid", "This request cannot be read; please send it again", { cause: error })
  }
}

const FORM = "application/x-www-form-urlencoded"
const MEDIA_TYPES = ["multipart/form-data", FORM, "application/json"]

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
