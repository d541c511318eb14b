import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { type S3Keys, signatureError } from "./s3-signature"

/**
 * How the store responds: correctly, not at all, with an error, with half of a body, with half presented as complete,
 * with a body that never ends, or with an older object of this name
 */
type Behaviour = "well" | "silent" | "failing" | "stalling" | "truncating" | "endless" | "outdated"

export interface S3Server {
  readonly url: string
  readonly objects: Map<string, StoredObject>
  /** Objects that the `outdated` store returns instead of those of the same names */
  readonly former: Map<string, StoredObject>
  behaviour: Behaviour
  /** Milliseconds before each response */
  delay: number
  close(): Promise<void>
}

interface StoredObject {
  bytes: Buffer
  contentType: string
  cacheControl: string
}

interface S3ServerOptions extends S3Keys {
  bucket: string
  /** Page size of a listing */
  pageSize?: number
}

/**
 * An in-memory S3-compatible store with path-style addresses. It verifies every signature and, like many stores that
 * are not Amazon's, rejects Amazon's newer checksums and chunked bodies.
 */
export async function startS3Server(options: S3ServerOptions): Promise<S3Server> {
  const objects = new Map<string, StoredObject>()
  const former = new Map<string, StoredObject>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (store.delay > 0) await sleep(store.delay)
    answer(request, response, Buffer.concat(chunks))
  })
  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    if (store.behaviour === "silent") return
    if (store.behaviour === "failing") return refuse(response, 500, "InternalError")
    const refusal = signatureError(request, body, options)
    if (refusal) return refuse(response, 403, refusal)
    if (usesNewerChecksums(request)) return refuse(response, 501, "NotImplemented")
    const url = new URL(request.url ?? "/", "http://store")
    const [, bucket = "", ...rest] = url.pathname.split("/")
    if (decodeURIComponent(bucket) !== options.bucket) return refuse(response, 404, "NoSuchBucket")
    const name = decodeURIComponent(rest.join("/"))
    if (name === "") return list(response, url.searchParams)
    objectCalls[request.method ?? ""]?.(response, name, body, request)
  }

  const objectCalls: Record<
    string,
    (response: ServerResponse, name: string, body: Buffer, request: IncomingMessage) => void
  > = {
    PUT(response, name, bytes, { headers }) {
      const { "content-type": contentType = "", "cache-control": cacheControl = "" } = headers
      objects.set(name, { bytes, contentType, cacheControl })
      response.end()
    },
    GET(response, name) {
      const object = (store.behaviour === "outdated" && former.get(name)) || objects.get(name)
      if (!object) return refuse(response, 404, "NoSuchKey")
      if (store.behaviour === "endless") return sendWithoutEnd(response)
      if (store.behaviour === "truncating") {
        const half = object.bytes.subarray(0, object.bytes.length / 2)
        return void response.writeHead(200, { "Content-Length": half.length }).end(half)
      }
      response.writeHead(200, { "Content-Type": object.contentType, "Content-Length": object.bytes.length })
      if (store.behaviour === "stalling") return void response.write(object.bytes.subarray(0, object.bytes.length / 2))
      response.end(object.bytes)
    },
    HEAD(response, name) {
      const object = objects.get(name)
      response.writeHead(object ? 200 : 404, { "Content-Length": object?.bytes.length ?? 0 }).end()
    },
    DELETE(response, name) {
      objects.delete(name)
      response.writeHead(204).end()
    },
  }

  const list = (response: ServerResponse, query: URLSearchParams) => {
    const after = query.get("continuation-token") ?? ""
    const left = [...objects.keys()].sort().filter((name) => name > after)
    const page = left.slice(0, options.pageSize ?? 1000)
    const more = left.length > page.length
    const contents = page.map((name) => `<Contents><Key>${name}</Key></Contents>`).join("")
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ""
    response
      .setHeader("Content-Type", "application/xml")
      .end(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${contents}${next}</ListBucketResult>`)
  }

  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const store: S3Server = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    former,
    behaviour: "well",
    delay: 0,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return store
}

function sendWithoutEnd(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024)
  const send = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on("drain", send)
  send()
}

function usesNewerChecksums({ headers }: IncomingMessage): boolean {
  return headers["x-amz-sdk-checksum-algorithm"] !== undefined || /aws-chunked/.test(headers["content-encoding"] ?? "")
}

function refuse(response: ServerResponse, status: number, code: string) {
  response
    .writeHead(status, { "Content-Type": "application/xml" })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}
