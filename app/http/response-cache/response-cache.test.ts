import { createHash } from "node:crypto"
import { describe, expect, test } from "vitest"
import {
  cachedAddresses,
  countQueries,
  getAnonymously,
  isShared,
  openCacheTest,
  queriesFor,
} from "~/testing/pages/cached-responses.server"

describe.each([0, 900])("with responses that may be %s ms old", (maxStaleness) => {
  const here = openCacheTest({ maxStaleness })

  test("is rendered once, complete and identical", async () => {
    for (const path of cachedAddresses(here.product, here.page)) {
      const first = await getAnonymously(here, path)
      const text = await first.text()
      expect([path, first.status, isShared(first)]).toEqual([path, 200, true])
      const again = await getAnonymously(here, path)
      expect(again.headers.get("ETag"), path).toBe(first.headers.get("ETag"))
      expect(again.headers.get("X-Request-Id"), path).not.toBe(first.headers.get("X-Request-Id"))
      expect(text, path).not.toContain(first.headers.get("X-Request-Id"))
      expect(await again.text(), path).toBe(text)
      expect(await queriesFor(here, path), path).toBeLessThanOrEqual(1)
    }
  })

  test("has all headers that another response has", async () => {
    for (const path of ["/products", "/products.data", "/api/v1/product"]) {
      const [shared, own] = [
        await getAnonymously(here, path),
        await getAnonymously(here, path, { Cookie: "counter-toast=x" }),
      ]
      const unlike = new Set(["etag", "content-length", "cdn-cache-control", "transfer-encoding", "vary"])
      const names = ({ headers }: Response) => [...headers.keys()].filter((name) => !unlike.has(name)).sort()
      expect(names(shared), path).toEqual(names(own))
      for (const name of names(own)) {
        if (/cache-control|date|request-id|security-policy/.test(name)) continue
        expect(shared.headers.get(name), `${path} ${name}`).toBe(own.headers.get(name))
      }
    }
  })

  test("runs only the scripts that it contains", async () => {
    for (const path of ["/", "/products", here.page]) {
      const response = await getAnonymously(here, path)
      const html = await response.text()
      const policy = response.headers.get("Content-Security-Policy") ?? ""
      const inline = [
        ...html.matchAll(/<script(?![^>]* (?:src|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g),
      ].map(([, text = ""]) => text)
      expect(inline.length).toBeGreaterThan(2)
      const hashes = inline.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`)
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(" ") ?? []
      expect(new Set(scripts)).toEqual(new Set(["'self'", ...hashes]))
      expect(html).not.toContain("nonce")
    }
  })

  test("is answered in the same way without waiting", async () => {
    const asked = await countQueries(here, async () => {
      for (let time = 0; time < 20; time++) await (await getAnonymously(here, "/products")).arrayBuffer()
    })
    // At 900 ms one poll serves all of them, and some more in the machine's slowest moments.
    expect(asked).toBeLessThanOrEqual(maxStaleness > 0 ? 10 : 21)
  })
})
