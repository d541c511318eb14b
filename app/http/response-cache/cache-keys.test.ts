import { expect, test } from "vitest"
import {
  getAnonymously,
  isShared,
  openCacheTest,
  queriesFor,
  rawRequest,
} from "~/testing/pages/cached-responses.server"

const here = openCacheTest()

test("is ignored where the shop does not read it", async () => {
  const plain = await (await getAnonymously(here, "/products?category=Kitchen&sort=price-asc")).text()
  const others: [string, Record<string, string>][] = [
    ["/products?sort=price-asc&category=Kitchen", {}],
    ["/products?utm_source=mail&category=Kitchen&sort=price-asc&gclid=1", {}],
    ["/products?category=Kitchen&sort=price-asc", { Cookie: "_ga=GA1.2; visitcounter=7; theme=dark" }],
    ["/products?category=Kitchen&sort=price-asc", { Cookie: "counter=forged; counter-device=x" }],
    [
      "/products?category=Kitchen&sort=price-asc",
      { "Accept-Language": "de", "User-Agent": "x", Referer: "http://x.test" },
    ],
    ["/products?category=Kitchen&sort=price-asc", { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" }],
    ["/products?category=Kitchen&sort=price-asc", { Authorization: "Bearer x", "X-Forwarded-For": "192.0.2.9" }],
  ]
  for (const [path, headers] of others) {
    const response = await getAnonymously(here, path, headers)
    expect([path, isShared(response)]).toEqual([path, true])
    expect(await response.text()).toBe(plain)
  }
})

test("does not reach the response: neither a host nor an unknown parameter", async () => {
  const evil = await rawRequest(`${here.url}/products?evil=%3Cscript%3E&category=Footwear`, { Host: "evil.example" })
  expect([evil.status, evil.body.toString().includes("evil")]).toEqual([200, false])
  expect(await (await getAnonymously(here, "/products?category=Footwear")).text()).not.toContain("evil")
  expect((await rawRequest(`${here.url}/products`, { Host: "evil.example:99999999" })).status).toBe(400)
  expect((await rawRequest(`${here.url}/products`, { Host: "a b" })).status).toBe(400)
})

test("is the same for any order of the filters, and clamped", async () => {
  const json = async (path: string) => {
    const response = await getAnonymously(here, path)
    return [response.headers.get("ETag"), await response.json()]
  }
  const plain = await json("/api/v1/product?category=Kitchen&price%5Bgte%5D=10")
  for (const path of [
    "/api/v1/product?price[gte]=10&category=kitchen",
    "/api/v1/product?category=Kitchen&price[gte]=10&page=0&ratings[gte]=nonsense&x=y",
    "/api/v1/product?category=Gaming&category=Kitchen&price[gte]=10.000",
  ])
    expect(await json(path), path).toEqual(plain)
  expect(await json("/api/v1/product?category=Nonsense")).toEqual(await json("/api/v1/product"))
})

test("is left to the routes if it is not canonical", async () => {
  const paths = [
    "/products?category=Nonsense",
    "/products?page=0",
    "/products?keyword=tray",
    "/search?q=tray",
    `/product/${here.product.toUpperCase()}`,
    `/product/${here.product}`,
    `/product/${here.product}/another-name`,
    `${here.page}/`,
    "/products/",
    "//products",
    "/products?_data=root",
    "/products.data?_routes=root",
    "/products?index",
    "/login",
    "/cart",
    `/product/${"0".repeat(24)}`,
    "/api/v1/product/nothing",
    "/api/v1/reviews",
    "/api/v1/me",
    "/nothing-here",
    "/products/%00",
    "/cart/...data",
    "/cart/%2e%2e.data",
  ]
  for (const path of paths) {
    for (let time = 0; time < 2; time++) {
      const response = await getAnonymously(here, path)
      await response.arrayBuffer()
      expect([path, isShared(response), response.status < 500]).toEqual([path, false, true])
    }
  }
})

test("changes nothing when it is not a read", async () => {
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
    const response = await here.visitor().send("/products", { method, headers: { Origin: here.url } })
    expect([method, isShared(response), response.status >= 400]).toEqual([method, false, true])
    await response.arrayBuffer()
  }
  await queriesFor(here, "/products")
  expect(await queriesFor(here, "/products")).toBeLessThanOrEqual(1)
})
