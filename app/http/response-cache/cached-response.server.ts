import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import pLimit from "p-limit"
import type { PageTemplate } from "~/http/frame/page-template.server"

type Compression = "br" | "gzip"
export type Encoding = Compression | "identity"

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Bytes */
const MIN_COMPRESSED = 1_024
/** The best compression takes fifty times the CPU time, so only frequent, stable responses get it. */
const SENT_OFTEN = 20
const STABLE_AFTER = 10_000
const oneAtATime = pLimit(1)

interface Contents {
  headers: Record<string, string>
  body: Buffer
  keyword: string | null
  tags: ReadonlySet<string>
  template?: PageTemplate
}

/** Names and values alternate, the fastest form for `writeHead`. */
export interface EncodedResponse {
  readonly headers: readonly string[]
  readonly body: Buffer
}

interface Usage {
  timesSent: number
  isSmallest: boolean
}

export class CachedResponse {
  /** The time since when it may be outdated; infinite until a tag changes */
  outdatedSince = Number.POSITIVE_INFINITY
  readonly etag: string
  readonly keyword: string | null
  readonly tags: ReadonlySet<string>
  readonly template: PageTemplate | undefined
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

  /** Bytes of what others keep as long as this response */
  attached = 0

  /** Bytes of all encodings; a template contains the page again, and its data as objects. */
  get size(): number {
    const own = this.#identity.body.length * (this.template ? 3 : 1) + OVERHEAD + this.attached
    return [...this.#encoded.values()].reduce((sum, { body }) => sum + body.length, own)
  }

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

/** The estimated size in bytes of headers, tags and objects */
const OVERHEAD = 4_096

const brotliOf = (quality: number) => (body: Buffer) =>
  brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: windowFor(body.length),
    },
  })
/** Setting up a window larger than the text takes as long as compressing it. */
const windowFor = (length: number) =>
  Math.min(constants.BROTLI_DEFAULT_WINDOW, Math.max(16, Math.ceil(Math.log2(length))))
const gzipOf = (level: number) => (body: Buffer) => deflate(body, { level })

const compress = {
  br: { quick: brotliOf(5), smallest: brotliOf(11) },
  gzip: { quick: gzipOf(6), smallest: gzipOf(9) },
}
