import { request } from "node:http"
import { openForTests } from "../processes/open-for-tests"
import { addProduct } from "../shop/buyers.server"
import { productPageOf } from "./product-page.server"
import { openTestServer, type TestServer } from "./test-server.server"

interface SharedAnswersTest extends TestServer {
  product: string
  /** The product's own address. */
  page: string
}

/** A shop over HTTP with one product, for the tests of a file or of a group. */
export function openSharedAnswersTest(options: Parameters<typeof openTestServer>[2] = {}): SharedAnswersTest {
  return openForTests(async () => {
    const server = await openTestServer({}, {}, options)
    const product = await addProduct(server.shop, { name: "Walnut tray", stock: 50 })
    return { ...server, product, page: await productPageOf(server.shop, product) }
  })
}

/** Whether every stranger is answered the same. */
export function isShared({ headers }: Response): boolean {
  return headers.get("Cache-Control") === "public, max-age=0, s-maxage=1, must-revalidate"
}

/** What a visitor without any cookie gets. */
export function stranger(server: TestServer, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return server.visitor().get(path, headers)
}

/** What some work asks of the database. A remembered answer asks at most whether anything has changed. */
export async function countQuestions({ pool }: TestServer, work: () => Promise<unknown>): Promise<number> {
  let asked = 0
  const count = () => {
    asked++
  }
  pool.on("acquire", count)
  await work()
  pool.off("acquire", count)
  return asked
}

/** The same for one request of a stranger. */
export function questionsFor(server: TestServer, path: string): Promise<number> {
  return countQuestions(server, async () => (await stranger(server, path)).arrayBuffer())
}

/** One address of each kind that every stranger is answered alike: of a product and its page, and beside them. */
export function sharedAddresses(product: string, page: string): string[] {
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

interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Without anything that `fetch` would add or undo. */
export function rawRequest(url: string, headers: Record<string, string> = {}, method = "GET"): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on("data", (part) => parts.push(part))
      answer.on("end", () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) })
      })
    })
    asking.on("error", reject).end()
  })
}
