import type { DoorwayContext } from "~/http/doorways/doorway.server"
import { type CachePolicy, maxAgeOf } from "~/http/response-cache/cache-policy"
import { matchesEntityTag } from "~/http/response-cache/entity-tag"
import type { Document } from "./document.server"
import type { NamedText } from "./document-store.server"
import { streamChunks } from "./stream-chunks.server"

interface SentDocument extends NamedText {
  type: string
}

type Reader = Pick<DoorwayContext<unknown>, "shop" | "request" | "context">

export const documentPolicy = { store: "file", maxAge: 3_600 } as const satisfies CachePolicy

export async function sendDocument({ shop, request, context }: Reader, sent: SentDocument): Promise<Response> {
  const { headers, signal } = request
  const isGzipped = acceptsGzip(headers.get("Accept-Encoding") ?? "")
  if (request.method === "HEAD") {
    const known = await context.documents.findFinished(shop, sent)
    return new Response(null, { headers: headersOf(sent, known, isGzipped) })
  }
  const { document, leave } = await context.documents.open(shop, sent, signal)
  const own = headersOf(sent, document, isGzipped)
  const isKnown = document.etag !== null && matchesEntityTag(headers.get("If-None-Match"), document.etag)
  if (isKnown) {
    leave()
    return new Response(null, { status: 304, headers: own })
  }
  const chunks = untilRead(isGzipped ? document.read() : document.readPlain(), leave)
  return new Response(streamChunks(chunks, context), { headers: own })
}

async function* untilRead(chunks: AsyncGenerator<Uint8Array>, leave: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } finally {
    leave()
  }
}

function headersOf({ type }: SentDocument, document: Document | null, isGzipped: boolean): Record<string, string> {
  const isFinished = document?.isFinished ?? false
  // `no-transform` keeps the middleware from compressing the plain text for each reader.
  const caching = `${maxAgeOf(documentPolicy)}${isGzipped ? "" : ", no-transform"}`
  return {
    "Content-Type": type,
    "Cache-Control": caching,
    Vary: "Accept-Encoding",
    ...(isGzipped && { "Content-Encoding": "gzip" }),
    ...(isGzipped && isFinished && { "Content-Length": String(document?.size) }),
    ...(isFinished && document?.etag && { ETag: document.etag }),
  }
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3 */
function acceptsGzip(accepted: string): boolean {
  return accepted.split(",").some((one) => {
    const [name = "", weight = ""] = one.split(";").map((part) => part.trim())
    return /^(x-)?gzip$/i.test(name) && !/^q=0(\.0{0,3})?$/i.test(weight)
  })
}
