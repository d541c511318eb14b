import type { IncomingMessage, ServerResponse } from "node:http"
import type { Request } from "express"
import { LRUCache } from "lru-cache"
import type { CachedResponse, EncodedResponse, Encoding } from "./cached-response.server"
import { matchesEntityTag } from "./entity-tag"

export async function sendCached(request: Request, response: ServerResponse, cached: CachedResponse): Promise<void> {
  const encoded = await cached.encoded(encodingFor(request))
  sendEncoded(request, response, { cached, encoded })
}

interface Sent {
  cached: CachedResponse
  encoded: EncodedResponse
  more?: readonly string[]
}

/** Ignores ranges (RFC 9110, section 14.2). */
export function sendEncoded(
  request: IncomingMessage,
  response: ServerResponse,
  { cached, encoded, more = [] }: Sent,
): void {
  if (matchesEntityTag(request.headers["if-none-match"], cached.etag)) {
    response.writeHead(304, [...more, ...cached.notModifiedHeaders]).end()
    return
  }
  response.writeHead(200, [...more, ...encoded.headers])
  response.end(request.method === "HEAD" ? undefined : encoded.body)
}

const MAX_KNOWN = 500
const MAX_KNOWN_LENGTH = 100
const chosen = new LRUCache<string, Encoding>({ max: MAX_KNOWN })

/** Returns the encoding for an `Accept-Encoding` that was received before. */
export function knownEncoding({ headers }: IncomingMessage): Encoding | undefined {
  return chosen.get(acceptedBy(headers))
}

function encodingFor(request: Request): Encoding {
  const accepted = acceptedBy(request.headers)
  const known = chosen.get(accepted)
  if (known !== undefined) return known
  const encoding = (["br", "gzip"] as const).find((name) => request.acceptsEncodings(name)) ?? "identity"
  if (accepted.length <= MAX_KNOWN_LENGTH) chosen.set(accepted, encoding)
  return encoding
}

function acceptedBy(headers: IncomingMessage["headers"]): string {
  return String(headers["accept-encoding"] ?? "")
}
