import { randomBytes } from "node:crypto"
import { createServer, get, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import type { AppLoadContext, LoaderFunctionArgs, ServerBuild } from "@remix-run/node"
import express from "express"
import { afterAll, beforeAll, expect, test } from "vitest"
import { drained, recordBackpressure, streamChunks } from "~/http/documents/stream-chunks.server"
import { compressed } from "~/http/request/compressed.server"
import { remixRequests } from "./remix-requests.server"

const LONG = "The page that everybody asks for. ".repeat(200)
const PIECE_LENGTH = 64 * 1024
/** More than sockets buffer, and not too much for a test */
const MOST_PIECES = 3_000
let made = 0
let ended = 0

const html = { "Content-Type": "text/html; charset=utf-8" }
const loaders: Record<string, (request: Request, context: AppLoadContext) => Response> = {
  long: () => new Response(LONG, { headers: html }),
  picture: () => new Response(LONG, { headers: { "Content-Type": "image/png" } }),
  cookies: () =>
    new Response(null, {
      status: 303,
      headers: [
        ["Location", "/"],
        ["Set-Cookie", "a=1"],
        ["Set-Cookie", "b=2"],
      ],
    }),
  endless: (_request, context) => new Response(streamChunks(endlessly(), context), { headers: html }),
}

let server: Server
beforeAll(async () => {
  const context = (_request: unknown, response: express.Response) =>
    ({ drained: () => drained(response) }) as AppLoadContext
  server = createServer(
    express().use(compressed, recordBackpressure, remixRequests(build(), { getLoadContext: context })),
  ).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
})
afterAll(() => void server?.close())

test.each([
  ["br", "gzip, deflate, br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
] as const)("a page is compressed by %s in one piece", async (encoding, accepted, open) => {
  const { headers, body, pieces } = await ask("/long", { "Accept-Encoding": accepted })
  expect(headers["content-encoding"]).toBe(encoding)
  expect(headers.vary).toBe("Accept-Encoding")
  expect(open(body).toString()).toBe(LONG)
  // The text and its end
  expect(pieces).toBeLessThanOrEqual(2)
})

test("a client that accepts no compression gets the page uncompressed, in one piece", async () => {
  const { headers, body, pieces } = await ask("/long", { "Accept-Encoding": "identity" })
  expect(headers["content-encoding"]).toBeUndefined()
  expect(headers.vary).toBe("Accept-Encoding")
  expect([body.toString(), pieces]).toEqual([LONG, 1])
})

test("a picture is not compressed again", async () => {
  const { headers } = await ask("/picture", { "Accept-Encoding": "br" })
  expect(headers["content-encoding"]).toBeUndefined()
})

test("a response without a body keeps its status and every cookie", async () => {
  const { status, headers, body } = await ask("/cookies")
  expect([status, headers.location, headers["set-cookie"], body.length]).toEqual([303, "/", ["a=1", "b=2"], 0])
})

test.each(["identity", "br"])(
  "rows are produced no faster than they are read, and not for disconnected clients (%s)",
  async (encoding) => {
    const before = { made, ended }
    const response = await open("/endless", { "Accept-Encoding": encoding })
    response.pause()
    await expect.poll(quiet).toBe(true)
    // The bytes that the sockets of both sides buffer
    expect((made - before.made) * PIECE_LENGTH).toBeLessThan(32e6)
    collectGarbage()
    const taken = made
    response.destroy()
    await expect.poll(() => ended).toBe(before.ended + 1)
    expect(made - taken).toBeLessThan(10)
  },
)

/** Garbage-collected requests take the listeners of their signals with them. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc")
  runInNewContext("gc")()
}

/** Whether nothing was produced for a while */
async function quiet(): Promise<boolean> {
  const before = made
  await new Promise((resolve) => setTimeout(resolve, 300))
  return made === before
}

async function* endlessly() {
  try {
    for (const end = made + MOST_PIECES; made < end; made++) yield randomBytes(0.75 * PIECE_LENGTH).toString("base64")
  } finally {
    ended++
  }
}

function build(): ServerBuild {
  const routes = Object.entries(loaders).map(([id, loader]) => [
    id,
    { id, path: id, module: { loader: ({ request, context }: LoaderFunctionArgs) => loader(request, context) } },
  ])
  return {
    entry: { module: { default: () => new Response() } },
    routes: Object.fromEntries(routes),
    assets: { routes: {}, entry: { module: "", imports: [] }, url: "", version: "" },
    future: { v3_singleFetch: true },
    publicPath: "/",
    assetsBuildDirectory: "",
    basename: "/",
    isSpaMode: false,
  } as unknown as ServerBuild
}

function open(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => get({ port, path, headers }, resolve).on("error", reject))
}

async function ask(path: string, headers?: Record<string, string>) {
  const response = await open(path, headers)
  const pieces: Buffer[] = await response.toArray()
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces), pieces: pieces.length }
}
