import type { IncomingMessage } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import {
  isShared,
  openSharedAnswersTest,
  rawRequest,
  sharedAddresses,
  stranger,
} from "~/testing/pages/shared-responses.server"
import { knownEncoding } from "./send-cached.server"

describe.each([0, 900])("with answers that may be %s ms old", (maxStaleness) => {
  const here = openSharedAnswersTest({ maxStaleness })

  test.each(["br", "gzip", "identity"])("is sent as %s to who asks for that", async (encoding) => {
    for (const path of ["/products", "/api/v1/openapi.json", "/products.data"]) {
      const plain = await (await stranger(here, path)).text()
      for (let time = 0; time < 30; time++) {
        const answer = await rawRequest(here.url + path, { "Accept-Encoding": encoding })
        expect(answer.headers["content-encoding"]).toBe(encoding === "identity" ? undefined : encoding)
        expect(answer.headers.vary).toMatch(/\bAccept-Encoding\b/)
        expect(Number(answer.headers["content-length"])).toBe(answer.body.length)
        const body =
          encoding === "br"
            ? brotliDecompressSync(answer.body)
            : encoding === "gzip"
              ? gunzipSync(answer.body)
              : answer.body
        expect(body.toString() === plain).toBe(true)
      }
    }
  })

  test("is not sent compressed to who refuses that", async () => {
    const headers = { "Accept-Encoding": "br;q=0, gzip;q=0" }
    expect((await rawRequest(`${here.url}/products`, headers)).headers["content-encoding"]).toBeUndefined()
  })

  test("is answered 304 to who has it, and in full to who has something else", async () => {
    for (const path of sharedAddresses(here.product, here.page)) {
      const tag = (await stranger(here, path)).headers.get("ETag") ?? ""
      const known = [tag, tag.replace("W/", ""), "*", `"other", ${tag}`, `W/"a" , ${tag} ,"b"`]
      for (const asked of known) {
        const answer = await stranger(here, path, { "If-None-Match": asked })
        expect([path, asked, answer.status, await answer.text()]).toEqual([path, asked, 304, ""])
        expect([answer.headers.get("ETag"), isShared(answer)]).toEqual([tag, true])
        expect(answer.headers.get("Content-Security-Policy")).not.toBeNull()
      }
      for (const asked of ['"other"', "", tag.slice(0, -2)]) {
        expect((await stranger(here, path, { "If-None-Match": asked })).status).toBe(200)
      }
    }
  })

  test("answers HEAD with the headers of GET, and takes no part for the whole", async () => {
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

describe("ways of asking that nobody means", () => {
  const here = openSharedAnswersTest()
  const isKnown = (asked: string) =>
    knownEncoding({ headers: { "accept-encoding": asked } } as unknown as IncomingMessage) !== undefined

  test("keep no browser's from being known", async () => {
    for (let made = 0; made < 600; made++) {
      await rawRequest(`${here.url}/products`, { "Accept-Encoding": `made-up-${made}` })
    }
    await rawRequest(`${here.url}/products`, { "Accept-Encoding": "gzip, br;q=0.9" })
    expect(["gzip, br;q=0.9", "made-up-599", "made-up-0"].map(isKnown)).toEqual([true, true, false])
  })
})
