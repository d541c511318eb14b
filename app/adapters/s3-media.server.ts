import { addAbortSignal, type Readable } from "node:stream"
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3"
import type { MediaStore } from "~/domain/media/media-store"
import { MAX_PICTURE_BYTES } from "~/domain/media/picture-limits"
import { assertObjectName } from "./object-name"
import { toShopError } from "./s3-error.server"

interface S3MediaOptions {
  bucket: string
  region: string
  /** The endpoint, or `null` for Amazon's own */
  endpoint: string | null
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
  /** A CDN in front of the bucket; `null` for the bucket itself */
  baseUrl: string | null
  /** Milliseconds of a call, the retry included */
  timeout?: number
}

const CALL_TIMEOUT = 10_000
const DELETE_CONCURRENCY = 10
const CACHE_FOREVER = "public, max-age=31536000, immutable"

export function openS3Media(options: S3MediaOptions): MediaStore {
  const client = openClient(options)
  const { bucket: Bucket, timeout = CALL_TIMEOUT } = options

  const call = async <T>(
    done: "saved" | "read" | "removed",
    work: (limit: { abortSignal: AbortSignal }) => Promise<T>,
  ): Promise<T> => {
    const abortSignal = AbortSignal.timeout(timeout)
    try {
      return await Promise.race([work({ abortSignal }), rejectOnAbort(abortSignal)])
    } catch (error) {
      throw toShopError(error, done)
    }
  }

  return {
    kind: "s3",
    baseUrl: (options.baseUrl ?? bucketUrl(options)).replace(/(?<!\/)\/+$/, ""),
    async put(name, bytes, contentType) {
      const Key = assertObjectName(name)
      const object = { Bucket, Key, Body: bytes, ContentType: contentType, CacheControl: CACHE_FOREVER }
      await call("saved", (limit) => client.send(new PutObjectCommand(object), limit))
    },
    async get(name) {
      const Key = assertObjectName(name)
      return call("read", async (limit) => {
        const object = await client.send(new GetObjectCommand({ Bucket, Key }), limit).catch(nullIfMissing)
        return object?.Body ? readBody(object.Body as Readable, limit.abortSignal) : null
      })
    },
    async remove(names) {
      const keys = names.map(assertObjectName)
      for (let at = 0; at < keys.length; at += DELETE_CONCURRENCY) {
        const some = keys.slice(at, at + DELETE_CONCURRENCY)
        const remove = (Key: string) =>
          call("removed", (limit) => client.send(new DeleteObjectCommand({ Bucket, Key }), limit))
        await Promise.all(some.map(remove))
      }
    },
    async *list() {
      let ContinuationToken: string | undefined
      do {
        const listing = new ListObjectsV2Command({ Bucket, ContinuationToken })
        const page = await call("read", (limit) => client.send(listing, limit))
        for (const { Key } of page.Contents ?? []) if (Key) yield Key
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (ContinuationToken)
    },
  }
}

function openClient({ region, endpoint, accessKeyId, secretAccessKey, forcePathStyle }: S3MediaOptions): S3Client {
  return new S3Client({
    region,
    endpoint: endpoint ?? undefined,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 3_000 },
    // Other stores refuse the encoding in which Amazon sends its newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  })
}

function bucketUrl({ bucket, region, endpoint, forcePathStyle }: S3MediaOptions): string {
  const { protocol, host } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  return forcePathStyle ? `${protocol}//${host}/${bucket}` : `${protocol}//${bucket}.${host}`
}

/** Rejects on its own, because a slow response body ignores the signal. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  })
}

/** Reads no more than a picture can have, so that an endless response takes little memory and fails every check. */
async function readBody(body: Readable, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of addAbortSignal(signal, body)) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_PICTURE_BYTES) break
  }
  return Buffer.concat(chunks)
}

function nullIfMissing(error: unknown): null {
  if (error instanceof NoSuchKey) return null
  throw error
}
