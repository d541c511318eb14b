import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import compression from "compression"
import type { Request as ExpressRequest, Response as ExpressResponse } from "express"

/**
 * Sends what the routes answer. What is there in one piece is sent in one, with its length, and compressed as one; only an
 * answer that comes in pieces, such as an export, leaves in pieces.
 */
export async function sendAnswer(request: ExpressRequest, response: ExpressResponse, answer: Response): Promise<void> {
  const reader = answer.body?.getReader()
  const first = await reader?.read()
  const second = await reader?.read()
  response.statusMessage = answer.statusText
  response.status(answer.status)
  for (const [name, value] of answer.headers) response.append(name, value)
  if (!reader || !first || !second) response.end()
  else if (second.done) await sendWhole(request, response, Buffer.from(first.value ?? []))
  else {
    // Log, metrics, compression and the pipeline itself all listen for its end: more than Node's ten, and no leak.
    response.setMaxListeners(20)
    await pipeline(Readable.from(pieces(reader, [first, second])), response)
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** What was read already, and what is still to come. */
async function* pieces(reader: Reader, read: Awaited<ReturnType<Reader["read"]>>[]): AsyncIterable<Uint8Array> {
  try {
    for (let piece = read.shift(); piece && !piece.done; piece = read.shift() ?? (await reader.read()))
      yield piece.value
  } finally {
    // A client that has gone needs no more of it.
    await reader.cancel()
  }
}

/** Shorter answers are sent as they are, in bytes: they fit into one packet. */
const WORTH_COMPRESSING = 1_024

async function sendWhole(request: ExpressRequest, response: ExpressResponse, body: Buffer): Promise<void> {
  if (!compression.filter(request, response)) return sendBytes(response, body)
  response.vary("Accept-Encoding")
  const encoding = body.length < WORTH_COMPRESSING ? null : encodingFor(request)
  if (encoding === null) return sendBytes(response, body)
  const compressed = await compress[encoding](body)
  response.setHeader("Content-Encoding", encoding)
  sendBytes(response, compressed)
}

function sendBytes(response: ExpressResponse, body: Buffer): void {
  response.setHeader("Content-Length", body.length)
  response.end(body)
}

function encodingFor(request: ExpressRequest): keyof typeof compress | null {
  return (["br", "gzip"] as const).find((name) => request.acceptsEncodings(name)) ?? null
}

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
/** These answers are compressed for one reader: more effort would cost more time than it saves on the way. */
const compress = {
  br: (body: Buffer) =>
    brotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => deflate(body, { level: 3 }),
}
