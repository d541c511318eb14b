import { createServer, get, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import express from "express"
import { afterAll, beforeAll, expect, test } from "vitest"
import { sendAnswer } from "./send-answer.server"

const LONG = "The page that everybody asks for. ".repeat(200)
const ended: string[] = []
const answers: Record<string, () => Response> = {
  "/long": () => new Response(LONG, { headers: { "Content-Type": "text/html; charset=utf-8" } }),
  "/short": () => new Response("Short.", { headers: { "Content-Type": "text/html; charset=utf-8" } }),
  "/empty": () => new Response("", { headers: { "Content-Type": "text/html; charset=utf-8" } }),
  "/picture": () => new Response(LONG, { headers: { "Content-Type": "image/png" } }),
  "/cookies": () =>
    new Response(null, {
      status: 303,
      headers: [
        ["Location", "/"],
        ["Set-Cookie", "a=1"],
        ["Set-Cookie", "b=2"],
      ],
    }),
  "/export": () => new Response(inPieces(["id,name\n", "1,Mug\n", "2,Bowl\n"])),
  "/endless": () => new Response(inPieces(endlessly(), () => ended.push("cancelled"))),
}

let server: Server
beforeAll(async () => {
  const app = express().use((request, response, next) => {
    const answer = answers[request.path]?.() ?? new Response(null, { status: 404 })
    sendAnswer(request, response, answer).catch(next)
  })
  server = createServer(app).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
})
afterAll(() => void server?.close())

test.each([
  ["br", "gzip, deflate, br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
] as const)("a page is sent in one piece, compressed by %s, with its length", async (encoding, accepted, open) => {
  const { headers, body } = await ask("/long", { "Accept-Encoding": accepted })
  expect(headers["content-encoding"]).toBe(encoding)
  expect(headers["content-length"]).toBe(String(body.length))
  expect(headers.vary).toBe("Accept-Encoding")
  expect(open(body).toString()).toBe(LONG)
})

test("a reader that takes no compressed answer gets the page as it is", async () => {
  const { headers, body } = await ask("/long", { "Accept-Encoding": "identity" })
  expect(headers["content-encoding"]).toBeUndefined()
  expect(headers["content-length"]).toBe(String(body.length))
  expect(headers.vary).toBe("Accept-Encoding")
  expect(body.toString()).toBe(LONG)
})

test.each(["/short", "/empty", "/picture"])("%s is not worth compressing", async (path) => {
  const { headers, body } = await ask(path, { "Accept-Encoding": "br" })
  expect(headers["content-encoding"]).toBeUndefined()
  expect(headers["content-length"]).toBe(String(body.length))
})

test("an answer without a body keeps its status and every cookie", async () => {
  const { status, headers, body } = await ask("/cookies")
  expect([status, headers.location, headers["set-cookie"], body.length]).toEqual([303, "/", ["a=1", "b=2"], 0])
})

test("what comes in pieces is sent in pieces", async () => {
  const { headers, body } = await ask("/export")
  expect(headers["transfer-encoding"]).toBe("chunked")
  expect(body.toString()).toBe("id,name\n1,Mug\n2,Bowl\n")
})

test("nobody goes on making pieces for somebody who has gone", async () => {
  const answer = await open("/endless")
  answer.destroy()
  await expect.poll(() => ended).toEqual(["cancelled"])
})

function open(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => get({ port, path, headers }, resolve).on("error", reject))
}

async function ask(path: string, headers?: Record<string, string>) {
  const answer = await open(path, headers)
  const body = Buffer.concat(await answer.toArray())
  return { status: answer.statusCode, headers: answer.headers, body }
}

function* endlessly() {
  while (true) yield "more and more\n"
}

function inPieces(pieces: Iterable<string>, cancel?: () => void): ReadableStream<Uint8Array> {
  const left = pieces[Symbol.iterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull(controller) {
      const { value, done } = left.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel,
  })
}
