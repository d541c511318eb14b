import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import pLimit from "p-limit"
import { reviewsOf, SEARCHES, unitsOf } from "~/domain/catalog/catalog-changes.server"
import type { CacheableAddress } from "./cacheable-address.server"

type Compression = "br" | "gzip"
export type Encoding = Compression | "identity"

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Shorter answers are sent as they are, in bytes. */
const WORTH_COMPRESSING = 1_024
/**
 * The smallest form there is costs fifty times the processor time of a quick one: it is made of an answer that has been sent
 * so often, and has been true for so long, in milliseconds, that it will be for some more; of one answer at a time.
 */
const SENT_OFTEN = 20
const SETTLED_AFTER = 10_000
const oneAtATime = pLimit(1)

interface Contents {
  address: CacheableAddress
  /** Everything that is sent with it beside its length and its encoding. */
  headers: Record<string, string>
  body: Buffer
  /** What was searched for, if every view counts as a search. */
  keyword: string | null
}

/** An answer as it goes out: names and values of its headers in turn, as `writeHead` takes them quickest. */
export interface EncodedAnswer {
  readonly headers: readonly string[]
  readonly body: Buffer
}

interface Sendings {
  times: number
  /** Whether it is as small as it gets, or that is being made. */
  isSmallest: boolean
}

/** A finished answer, the same for every stranger. */
export class CachedAnswer {
  /** When it was found true for the last time, if something that it depends on has changed since. */
  outdatedSince = Number.POSITIVE_INFINITY
  readonly etag: string
  readonly keyword: string | null
  /** What it depends on: a change of any of these makes it untrue. */
  readonly subjects: ReadonlySet<string>
  /** What is said to who has it already. */
  readonly unchangedHeaders: readonly string[]
  readonly #headers: Readonly<Record<string, string>>
  readonly #identity: EncodedAnswer
  readonly #madeAt = performance.now()
  readonly #encoded = new Map<Compression, EncodedAnswer & Sendings>()
  readonly #encoding = new Map<Compression, Promise<EncodedAnswer>>()

  constructor({ address, headers, body, keyword }: Contents) {
    this.etag = headers.ETag ?? `W/"${createHash("sha1").update(body).digest("base64url")}"`
    this.#headers = { ...headers, ETag: this.etag }
    const { "Content-Type": _, ...unchanged } = this.#headers
    this.unchangedHeaders = flat(unchanged)
    this.#identity = { headers: flat({ ...this.#headers, "Content-Length": String(body.length) }), body }
    this.keyword = keyword
    this.subjects = subjectsOf(address, body)
  }

  /** Bytes of everything that is held. */
  get size(): number {
    const own = this.#identity.body.length + OVERHEAD
    return [...this.#encoded.values()].reduce((sum, { body }) => sum + body.length, own)
  }

  /** As it goes out in that encoding, if anybody has asked for it in that way before. */
  known(encoding: Encoding): EncodedAnswer | undefined {
    if (encoding === "identity" || !this.#isWorthCompressing()) return this.#identity
    const known = this.#encoded.get(encoding)
    if (known && !known.isSmallest && ++known.times % SENT_OFTEN === 0 && this.#hasSettled()) {
      known.isSmallest = true
      void oneAtATime(() => this.#compress(encoding, "smallest"))
    }
    return known
  }

  async encoded(encoding: Encoding): Promise<EncodedAnswer> {
    const known = this.known(encoding)
    if (known || encoding === "identity") return known ?? this.#identity
    return this.#encoding.get(encoding) ?? this.#compress(encoding, "quick")
  }

  #hasSettled(): boolean {
    return performance.now() - this.#madeAt > SETTLED_AFTER
  }

  #isWorthCompressing(): boolean {
    return this.#identity.body.length >= WORTH_COMPRESSING
  }

  #compress(encoding: Compression, how: "quick" | "smallest"): Promise<EncodedAnswer> {
    const compressing = compress[encoding][how](this.#identity.body).then((body) => {
      const own = { "Content-Encoding": encoding, "Content-Length": String(body.length) }
      const encoded = { headers: flat({ ...this.#headers, ...own }), body, times: 1, isSmallest: how === "smallest" }
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

/** For headers, subjects and the objects themselves, in bytes; an estimate. */
const OVERHEAD = 4_096

const brotliOf = (quality: number) => (body: Buffer) =>
  brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: windowFor(body.length),
    },
  })
/** As a power of two: what is larger than the text only has to be set up, which takes as long as compressing it. */
const windowFor = (length: number) =>
  Math.min(constants.BROTLI_DEFAULT_WINDOW, Math.max(16, Math.ceil(Math.log2(length))))
const gzipOf = (level: number) => (body: Buffer) => deflate(body, { level })

const compress = {
  br: { quick: brotliOf(5), smallest: brotliOf(11) },
  gzip: { quick: gzipOf(6), smallest: gzipOf(9) },
}

/**
 * Whatever says a fact of a product names it, in its address or in its text. How many units there are is said by JSON and on
 * the page that the product has for itself; its reviews are read at addresses of its own.
 */
function subjectsOf({ path, kind }: CacheableAddress, body: Buffer): ReadonlySet<string> {
  const own = idsIn(path)
  const named = [...own, ...idsIn(body.toString("latin1"))]
  const counted = kind === "json" ? named : own
  const subjects = [...named, ...counted.map(unitsOf), ...own.map(reviewsOf)]
  return new Set(/^\/search\b/.test(path) ? [...subjects, SEARCHES] : subjects)
}

const idsIn = (text: string): string[] => text.match(/(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/g) ?? []
