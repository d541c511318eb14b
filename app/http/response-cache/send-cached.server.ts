import type { IncomingMessage, ServerResponse } from "node:http"
import type { Request } from "express"
import { LRUCache } from "lru-cache"
import { matchesEntityTag } from "../entity-tag"
import type { CachedAnswer, EncodedAnswer, Encoding } from "./cached-answer.server"

/** Sends a remembered answer in the encoding that was asked for. */
export async function sendCached(request: Request, response: ServerResponse, answer: CachedAnswer): Promise<void> {
  const encoded = await answer.encoded(encodingFor(request))
  sendEncoded(request, response, { answer, encoded })
}

interface Sent {
  answer: CachedAnswer
  encoded: EncodedAnswer
  /** Names and values of more headers, in turn. */
  more?: readonly string[]
}

/** Sends all of it, or 304 to who has it already; parts of it are not sent (RFC 9110, section 14.2). */
export function sendEncoded(
  request: IncomingMessage,
  response: ServerResponse,
  { answer, encoded, more = [] }: Sent,
): void {
  if (matchesEntityTag(request.headers["if-none-match"], answer.etag)) {
    response.writeHead(304, [...more, ...answer.unchangedHeaders]).end()
    return
  }
  response.writeHead(200, [...more, ...encoded.headers])
  response.end(request.method === "HEAD" ? undefined : encoded.body)
}

const MOST_KNOWN = 500
const LONGEST_KNOWN = 100
/** Browsers say it in a few ways only, and made-up ones push out only one another. */
const chosen = new LRUCache<string, Encoding>({ max: MOST_KNOWN })

/** How this answer is to be encoded, if somebody has asked in the same words before. */
export function knownEncoding({ headers }: IncomingMessage): Encoding | undefined {
  return chosen.get(acceptedBy(headers))
}

function encodingFor(request: Request): Encoding {
  const accepted = acceptedBy(request.headers)
  const known = chosen.get(accepted)
  if (known !== undefined) return known
  const encoding = (["br", "gzip"] as const).find((name) => request.acceptsEncodings(name)) ?? "identity"
  if (accepted.length <= LONGEST_KNOWN) chosen.set(accepted, encoding)
  return encoding
}

function acceptedBy(headers: IncomingMessage["headers"]): string {
  return String(headers["accept-encoding"] ?? "")
}
