import { request } from "node:http"
import { openForTests } from "../processes/open-for-tests"
import { addProduct } from "../shop/buyers.server"
import { productPageOf } from "./product-page.server"
import { openTestServer, type TestServer } from "./test-server.server"

interface CacheTest extends TestServer {
  product: string
  /** The product's address */
  page: string
}

/** A shop over HTTP with one product, for the tests of a file or a group */
export function openCacheTest(options: Parameters<typeof openTestServer>[2] = {}): CacheTest {
  return openForTests(async () => {
    const server = await openTestServer({}, {}, options)
    const product = await addProduct(server.shop, { name: "Walnut tray", stock: 50 })
    return { ...server, product, page: await productPageOf(server.shop, product) }
  })
}

/** Returns whether a response is shared by all anonymous visitors. */
export function isShared({ headers }: Response): boolean {
  return headers.get("Cache-Control") === "public, max-age=0, s-maxage=1, must-revalidate"
}

/** Fetches without cookies. */
export function getAnonymously(
  server: TestServer,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return server.visitor().get(path, headers)
}

/** Counts how often the work takes a connection; a cached response needs at most one, for the poll. */
export async function countQueries({ pool }: TestServer, work: () => Promise<unknown>): Promise<number> {
  let asked = 0
  const count = () => {
    asked++
  }
  pool.on("acquire", count)
  await work()
  pool.off("acquire", count)
  return asked
}

/** Counts how often one anonymous request takes a connection. */
export function queriesFor(server: TestServer, path: string): Promise<number> {
  return countQueries(server, async () => (await getAnonymously(server, path)).arrayBuffer())
}

/** One cached address of each kind: those of a product, and others */
export function cachedAddresses(product: string, page: string): string[] {
  return [
    "/",
    "/products",
    "/products?category=Kitchen&sort=price-asc",
    "/search",
    page,
    "/about",
    "/contact",
    "/_root.data",
    "/products.data?category=Kitchen",
    `${page}.data`,
    "/api/v1/product",
    "/api/v1/product?category=Kitchen",
    `/api/v1/product/${product}`,
    `/api/v1/reviews?id=${product}`,
    "/api/v1/openapi.json",
  ]
}

interface RawResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Sends a raw request, without the headers and the decoding of `fetch`. */
export function rawRequest(url: string, headers: Record<string, string> = {}, method = "GET"): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on("data", (part) => parts.push(part))
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) })
      })
    })
    asking.on("error", reject).end()
  })
}
