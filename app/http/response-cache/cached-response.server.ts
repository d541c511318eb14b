import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import pLimit from "p-limit"
import type { PageTemplate } from "../frame/page-template.server"

type Compression = "br" | "gzip"
export type Encoding = Compression | "identity"

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Bytes. */
const MIN_COMPRESSED = 1_024
/**
 * The best compression takes fifty times the processor time of a quick one. It is for responses that were sent so often and
 * were true for so many milliseconds, one at a time.
 */
const SENT_OFTEN = 20
const STABLE_AFTER = 10_000
const oneAtATime = pLimit(1)

interface Contents {
  /** All but `ETag`, `Content-Length` and `Content-Encoding`. */
  headers: Record<string, string>
  body: Buffer
  /** The search that every view of it counts for. */
  keyword: string | null
  /** The cache tags of what it was rendered from. */
  tags: ReadonlySet<string>
  template?: PageTemplate
}

/** Headers as names and values in turn, which `writeHead` takes quickest. */
export interface EncodedResponse {
  readonly headers: readonly string[]
  readonly body: Buffer
}

interface Usage {
  timesSent: number
  /** Whether its compression is the best, or that is under way. */
  isSmallest: boolean
}

/** A response with status 200 that is the same for all anonymous requests. */
export class CachedResponse {
  /** When it was last known to be true, once one of its tags has changed. */
  outdatedSince = Number.POSITIVE_INFINITY
  readonly etag: string
  readonly keyword: string | null
  readonly tags: ReadonlySet<string>
  /** The page for somebody to whom it is not sent as it is. */
  readonly template: PageTemplate | undefined
  /** Headers of a 304 response. */
  readonly notModifiedHeaders: readonly string[]
  readonly #headers: Readonly<Record<string, string>>
  readonly #identity: EncodedResponse
  readonly #renderedAt = performance.now()
  readonly #encoded = new Map<Compression, EncodedResponse & Usage>()
  readonly #encoding = new Map<Compression, Promise<EncodedResponse>>()

  constructor({ headers, body, keyword, tags, template }: Contents) {
    this.etag = headers.ETag ?? `W/"${createHash("sha1").update(body).digest("base64url")}"`
    this.#headers = { ...headers, ETag: this.etag }
    const { "Content-Type": _, ...notModified } = this.#headers
    this.notModifiedHeaders = flat(notModified)
    this.#identity = { headers: flat({ ...this.#headers, "Content-Length": String(body.length) }), body }
    this.keyword = keyword
    this.tags = tags
    this.template = template
  }

  /** Bytes of all its encodings; a template is the page once more, and its data as objects. */
  get size(): number {
    const own = this.#identity.body.length * (this.template ? 3 : 1) + OVERHEAD
    return [...this.#encoded.values()].reduce((sum, { body }) => sum + body.length, own)
  }

  /** Returns it in an encoding that exists already. */
  known(encoding: Encoding): EncodedResponse | undefined {
    if (encoding === "identity" || this.#identity.body.length < MIN_COMPRESSED) return this.#identity
    const known = this.#encoded.get(encoding)
    if (known && !known.isSmallest && ++known.timesSent % SENT_OFTEN === 0 && this.#isStable()) {
      known.isSmallest = true
      void oneAtATime(() => this.#compress(encoding, "smallest"))
    }
    return known
  }

  async encoded(encoding: Encoding): Promise<EncodedResponse> {
    const known = this.known(encoding)
    if (known || encoding === "identity") return known ?? this.#identity
    return this.#encoding.get(encoding) ?? this.#compress(encoding, "quick")
  }

  #isStable(): boolean {
    return performance.now() - this.#renderedAt > STABLE_AFTER
  }

  #compress(encoding: Compression, how: "quick" | "smallest"): Promise<EncodedResponse> {
    const compressing = compress[encoding][how](this.#identity.body).then((body) => {
      const own = { "Content-Encoding": encoding, "Content-Length": String(body.length) }
      const encoded = {
        headers: flat({ ...this.#headers, ...own }),
        body,
        timesSent: 1,
        isSmallest: how === "smallest",
      }
      this.#encoded.set(encoding, encoded)
      return encoded
    })
    this.#encoding.set(encoding, compressing)
    return compressing
  }
}

function flat(headers: Record<string, string>): string[] {
  return Object.entries(headers).flat()
}

/** Estimated bytes of headers, tags and the objects themselves. */
const OVERHEAD = 4_096

const brotliOf = (quality: number) => (body: Buffer) =>
  brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: windowFor(body.length),
    },
  })
/** As a power of two; setting up a window larger than the text takes as long as compressing it. */
const windowFor = (length: number) =>
  Math.min(constants.BROTLI_DEFAULT_WINDOW, Math.max(16, Math.ceil(Math.log2(length))))
const gzipOf = (level: number) => (body: Buffer) => deflate(body, { level })

const compress = {
  br: { quick: brotliOf(5), smallest: brotliOf(11) },
  gzip: { quick: gzipOf(6), smallest: gzipOf(9) },
}
