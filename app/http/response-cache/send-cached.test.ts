import type { IncomingMessage } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import {
  cachedAddresses,
  getAnonymously,
  isShared,
  openCacheTest,
  rawRequest,
} from "~/testing/pages/cached-responses.server"
import { knownEncoding } from "./send-cached.server"

describe.each([0, 900])("with responses that may be %s ms old", (maxStaleness) => {
  const here = openCacheTest({ maxStaleness })

  test.each(["br", "gzip", "identity"])("is sent as %s to a client that prefers it", async (encoding) => {
    for (const path of ["/products", "/api/v1/openapi.json", "/products.data"]) {
      const plain = await (await getAnonymously(here, path)).text()
      for (let time = 0; time < 30; time++) {
        const response = await rawRequest(here.url + path, { "Accept-Encoding": encoding })
        expect(response.headers["content-encoding"]).toBe(encoding === "identity" ? undefined : encoding)
        expect(response.headers.vary).toMatch(/\bAccept-Encoding\b/)
        expect(Number(response.headers["content-length"])).toBe(response.body.length)
        const body =
          encoding === "br"
            ? brotliDecompressSync(response.body)
            : encoding === "gzip"
              ? gunzipSync(response.body)
              : response.body
        expect(body.toString() === plain).toBe(true)
      }
    }
  })

  test("is not compressed for a client that refuses it", async () => {
    const headers = { "Accept-Encoding": "br;q=0, gzip;q=0" }
    expect((await rawRequest(`${here.url}/products`, headers)).headers["content-encoding"]).toBeUndefined()
  })

  test("is answered with 304 to a client that has it, and in full otherwise", async () => {
    for (const path of cachedAddresses(here.product, here.page)) {
      const tag = (await getAnonymously(here, path)).headers.get("ETag") ?? ""
      const known = [tag, tag.replace("W/", ""), "*", `"other", ${tag}`, `W/"a" , ${tag} ,"b"`]
      for (const asked of known) {
        const response = await getAnonymously(here, path, { "If-None-Match": asked })
        expect([path, asked, response.status, await response.text()]).toEqual([path, asked, 304, ""])
        expect([response.headers.get("ETag"), isShared(response)]).toEqual([tag, true])
        expect(response.headers.get("Content-Security-Policy")).not.toBeNull()
      }
      for (const asked of ['"other"', "", tag.slice(0, -2)]) {
        expect((await getAnonymously(here, path, { "If-None-Match": asked })).status).toBe(200)
      }
    }
  })

  test("answers HEAD with the headers of GET, and ignores ranges", async () => {
    for (const path of ["/products", "/api/v1/product"]) {
      const [get, head] = [await rawRequest(here.url + path, {}), await rawRequest(here.url + path, {}, "HEAD")]
      expect([head.status, head.body.length]).toEqual([200, 0])
      for (const name of ["content-length", "etag", "content-type", "vary"]) {
        expect(head.headers[name], name).toBe(get.headers[name])
      }
      const part = await rawRequest(here.url + path, { Range: "bytes=0-9", "If-Range": String(get.headers.etag) })
      expect([part.status, part.body.length]).toEqual([200, get.body.length])
    }
  })
})

describe("unusual `Accept-Encoding` headers", () => {
  const here = openCacheTest()
  const isKnown = (asked: string) =>
    knownEncoding({ headers: { "accept-encoding": asked } } as unknown as IncomingMessage) !== undefined

  test("do not evict those of browsers", async () => {
    for (let made = 0; made < 600; made++) {
      await rawRequest(`${here.url}/products`, { "Accept-Encoding": `made-up-${made}` })
    }
    await rawRequest(`${here.url}/products`, { "Accept-Encoding": "gzip, br;q=0.9" })
    expect(["gzip, br;q=0.9", "made-up-599", "made-up-0"].map(isKnown)).toEqual([true, true, false])
  })
})
