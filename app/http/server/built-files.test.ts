import { once } from "node:events"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { type IncomingHttpHeaders, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import compression from "compression"
import express from "express"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { compressFiles } from "~/commands/clone/compress-files.mjs"
import { securityHeaders } from "~/http/middleware/security.server"
import { createTestFolder } from "~db/testing/test-folder"
import { builtFiles } from "./built-files.server"

const script = `export const words = ${JSON.stringify("a script that says the same thing again and again. ".repeat(200))}\n`
const icons = `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h24v24H0z"/>'.repeat(100)}</svg>`

let folder: string
let server: Server

beforeAll(async () => {
  folder = createTestFolder()
  mkdirSync(join(folder, "assets"))
  writeFileSync(join(folder, "assets/page-a1b2c3.js"), script)
  writeFileSync(join(folder, "assets/tiny-a1b2c3.js"), "export {}\n")
  writeFileSync(join(folder, "assets/font-a1b2c3.woff2"), "wOF2".repeat(1_000))
  writeFileSync(join(folder, "icons.svg"), icons)
  compressFiles(folder)
  const app = express().use(...builtFiles(folder), compression())
  app.use((_request, response) => void response.status(404).type("html").send("not here ".repeat(500)))
  app.use(((error, _request, response, _next) => {
    response.status(error.status).type("text").send("refused")
  }) as express.ErrorRequestHandler)
  server = app.listen(0)
  await once(server, "listening")
})
afterAll(() => {
  server?.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** The bytes on the wire, still compressed */
function ask(path: string, headers: Record<string, string> = {}, method = "GET", of = server): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = of.address() as AddressInfo
    const asked = request({ port, path, method, headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
    })
    asked.on("error", reject).end()
  })
}

const SCRIPT = "/assets/page-a1b2c3.js"

describe("a file that the build compressed", () => {
  test.each([
    ["gzip, deflate, br, zstd", "br"],
    ["br;q=0.5, gzip", "br"],
    ["gzip, deflate", "gzip"],
    ["br;q=0, gzip;q=0.1", "gzip"],
    ["br;q=0, *", "gzip"],
    ["*", "br"],
    ["deflate", undefined],
    ["identity", undefined],
    ["br;q=0, gzip;q=0", undefined],
    ["", undefined],
  ])("is sent to a client that accepts %s as %s, with its length and cacheable for a year", async (accepted, sent) => {
    const { status, headers, body } = await ask(SCRIPT, accepted ? { "Accept-Encoding": accepted } : {})
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[sent ?? ""] ?? ((bytes: Buffer) => bytes)
    expect(unpack(body).toString()).toBe(script)
    expect([status, headers["content-encoding"], headers.vary]).toEqual([200, sent, "Accept-Encoding"])
    expect(headers["content-type"]).toMatch(/^(application|text)\/javascript/)
    expect(headers["content-length"]).toBe(String(body.length))
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable")
    if (sent) expect(body.length).toBeLessThan(script.length / 10)
  })

  test("has a separate entity tag for each encoding", async () => {
    const forms = await Promise.all(["br", "gzip", "identity"].map((form) => ask(SCRIPT, { "Accept-Encoding": form })))
    expect(new Set(forms.map(({ headers }) => headers.etag)).size).toBe(3)
    const known = { "Accept-Encoding": "br", "If-None-Match": forms[0]?.headers.etag ?? "" }
    const again = await ask(SCRIPT, known)
    expect([again.status, again.body.length, again.headers.vary]).toEqual([304, 0, "Accept-Encoding"])
    expect((await ask(SCRIPT, { ...known, "Accept-Encoding": "gzip" })).status).toBe(200)
  })

  test("answers HEAD like GET, without the body", async () => {
    for (const form of ["br", "gzip", "identity"]) {
      const { headers, body } = await ask(SCRIPT, { "Accept-Encoding": form })
      const head = await ask(SCRIPT, { "Accept-Encoding": form }, "HEAD")
      expect(head.body.length).toBe(0)
      expect({ ...head.headers, date: "" }).toEqual({ ...headers, date: "" })
      expect(head.headers["content-length"]).toBe(String(body.length))
    }
  })

  test("answers range requests uncompressed, whatever encodings are accepted", async () => {
    const part = await ask(SCRIPT, { "Accept-Encoding": "br, gzip", Range: "bytes=7-11" })
    expect([part.status, part.body.toString()]).toEqual([206, script.slice(7, 12)])
    expect(part.headers["content-encoding"]).toBeUndefined()
    expect(part.headers["content-range"]).toBe(`bytes 7-11/${script.length}`)
    const beyond = await ask(SCRIPT, { "Accept-Encoding": "br, gzip", Range: "bytes=999999-" })
    expect([beyond.status, beyond.headers["content-encoding"]]).toEqual([416, undefined])
  })

  test("has no encoding header in a refusal", async () => {
    const refused = await ask(SCRIPT, { "Accept-Encoding": "br", "If-Match": '"another"' })
    expect([refused.status, refused.body.toString()]).toEqual([412, "refused"])
    expect(refused.headers["content-encoding"]).toBeUndefined()
    expect(refused.headers["cache-control"]).toBeUndefined()
  })

  test("cannot be requested in compressed form, nor with other methods", async () => {
    for (const [path, method] of [
      [`${SCRIPT}.br`, "GET"],
      [`${SCRIPT}.gz`, "GET"],
      ["/icons.svg.br", "GET"],
      [SCRIPT, "POST"],
    ] as const) {
      const { status, headers } = await ask(path, {}, method)
      expect([path, status, headers["content-type"]]).toEqual([path, 404, "text/html; charset=utf-8"])
    }
  })

  test("keeps its query, and may stay next to the scripts for an hour", async () => {
    const { headers, body } = await ask("/icons.svg?again", { "Accept-Encoding": "br" })
    expect(brotliDecompressSync(body).toString()).toBe(icons)
    expect([headers["content-type"], headers["cache-control"]]).toEqual(["image/svg+xml", "public, max-age=3600"])
  })
})

test.each([
  ["/assets/tiny-a1b2c3.js", "too small to gain"],
  ["/assets/font-a1b2c3.woff2", "compressed by its own format"],
])("%s is sent uncompressed: %s", async (path) => {
  const { status, headers } = await ask(path, { "Accept-Encoding": "br, gzip" })
  expect([status, headers["content-encoding"], headers.vary]).toEqual([200, undefined, undefined])
})

test("files with a hash can be read from pages of every origin, through a CDN; others cannot", async () => {
  for (const [path, origins, resource] of [
    [SCRIPT, "*", "cross-origin"],
    ["/assets/font-a1b2c3.woff2", "*", "cross-origin"],
    ["/icons.svg", undefined, undefined],
  ] as const) {
    const { headers } = await ask(path, { "Accept-Encoding": "br", Origin: "https://shop.example" })
    expect(headers["access-control-allow-origin"]).toBe(origins)
    expect(headers["cross-origin-resource-policy"]).toBe(resource)
  }
})

test("a file has none of the headers for documents, and its refusal has all of them", async () => {
  const options = { secure: true, assetOrigins: [], imageOrigins: [], paymentSources: null, development: false }
  const app = express().use(...securityHeaders(options), ...builtFiles(folder))
  app.use(((error, _request, response, _next) => {
    response.status(error.status).type("text").send("refused")
  }) as express.ErrorRequestHandler)
  const listening = app.listen(0)
  await once(listening, "listening")
  const send = (path: string, headers = {}) => ask(path, headers, "GET", listening)
  try {
    const { etag = "" } = (await send(SCRIPT)).headers
    for (const [path, headers, status] of [
      [SCRIPT, {}, 200],
      [SCRIPT, { "If-None-Match": etag }, 304],
      ["/icons.svg", {}, 200],
    ] as const) {
      const file = await send(path, headers)
      expect([file.status, file.headers["content-security-policy"]]).toEqual([status, "default-src 'none'; sandbox"])
      expect(Object.keys(file.headers).filter((name) => /^(permissions|referrer|x-|cross)/.test(name))).toEqual([
        "cross-origin-resource-policy",
        "x-content-type-options",
      ])
      expect(file.headers["strict-transport-security"]).toMatch(/^max-age=/)
    }
    for (const [path, headers, status] of [
      [SCRIPT, { "If-Match": '"another"' }, 412],
      ["/assets/missing.js", {}, 404],
    ] as const) {
      const refused = await send(path, headers)
      expect([refused.status, refused.headers["x-frame-options"]]).toEqual([status, "DENY"])
      expect(refused.headers["permissions-policy"]).toContain("camera=()")
    }
  } finally {
    listening.close()
  }
})

test("later handlers' responses are compressed while they are sent", async () => {
  const { status, headers } = await ask("/assets/missing.js", { "Accept-Encoding": "gzip" })
  expect([status, headers["content-encoding"]]).toEqual([404, "gzip"])
})
