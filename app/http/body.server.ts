import { invalid, ShopError, tooLarge } from "~/domain/shop-error"
import { type BodyLimits, bodyLimits } from "./body-limits"
import { discardBody, readChunks } from "./body-stream.server"
import { readMultipart } from "./multipart.server"
import { refuseNul } from "./refuse-nul"

/** What a request brought; files are in the form's data, as `File`s in memory. */
export type Body = { kind: "json"; value: Record<string, unknown> } | { kind: "form"; data: FormData }

/**
 * Reads a request's body, once, whichever of the three kinds it is. No body at all is an empty form. What is too large
 * is refused before the rest is read, even when the announced length lies.
 * @throws ShopError `tooLarge`, `unsupported`, or `invalid` for a body that is not what it says it is
 */
export async function readBody(request: Request, limits: BodyLimits = bodyLimits): Promise<Body> {
  if (!request.body) return { kind: "form", data: new FormData() }
  const type = request.headers.get("Content-Type") ?? ""
  const refusal = refuseUnread(request.headers, mediaType(type), limits)
  if (refusal) {
    discardBody(request.body)
    throw refusal
  }
  try {
    if (mediaType(type) === "multipart/form-data") {
      return { kind: "form", data: await readMultipart(request.body, type, limits) }
    }
    const text = await readText(request.body, limits)
    if (mediaType(type) === "application/json") return { kind: "json", value: parseJson(text, limits) }
    return { kind: "form", data: parseUrlEncoded(text, limits) }
  } catch (error) {
    if (error instanceof ShopError) throw error
    throw new ShopError("invalid", "This request cannot be read; please send it again", { cause: error })
  }
}

const KINDS = ["multipart/form-data", "application/x-www-form-urlencoded", "application/json"]

const mediaType = (contentType: string) => contentType.split(";", 1)[0]?.trim().toLowerCase() ?? ""

function refuseUnread(headers: Headers, type: string, limits: BodyLimits): ShopError | null {
  const length = Number(headers.get("Content-Length") ?? Number.NaN)
  if (length > limits.request) return tooLarge("This request is too large")
  if (length === 0) return null
  const encoding = headers.get("Content-Encoding")
  if (encoding && encoding !== "identity") return new ShopError("unsupported", "Please send this without compression")
  return KINDS.includes(type) ? null : new ShopError("unsupported", `Please send this as one of ${KINDS.join(", ")}`)
}

async function readText(stream: ReadableStream<Uint8Array>, limits: BodyLimits): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of readChunks(stream, limits.request)) chunks.push(chunk)
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks))
}

/** A string of its own, never a structure: so the rest can be measured before anything is parsed. */
const DATA_URL_IN_JSON = /"data:[^"]*"/g

function parseJson(text: string, limits: BodyLimits): Record<string, unknown> {
  if (text.trim() === "") return {}
  if (text.replace(DATA_URL_IN_JSON, "").length > limits.text) throw tooLarge("This request is too large")
  const value: unknown = JSON.parse(text, (name, value) => {
    refuseNul(name)
    return typeof value === "string" ? refuseNul(value, name) : value
  })
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid("Please send a JSON object")
  return value as Record<string, unknown>
}

function parseUrlEncoded(text: string, limits: BodyLimits): FormData {
  if (text.split("&", limits.fields + 1).length > limits.fields) throw tooLarge("This form has too many fields")
  const data = new FormData()
  let length = 0
  for (const [name, value] of new URLSearchParams(text)) {
    length += name.length + (value.startsWith("data:") ? 0 : value.length)
    if (length > limits.text) throw tooLarge("This form is too large")
    data.append(refuseNul(name), refuseNul(value, name))
  }
  return data
}
