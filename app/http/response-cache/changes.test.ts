import { afterAll, beforeAll, expect, test } from "vitest"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { addBuyer, addProduct, moveStock, setPrice, takeOffSale } from "~/testing/buyers.server"
import { anAdmin } from "~/testing/people.server"
import { productPageOf } from "~/testing/product-page.server"
import { countQuestions, questionsFor, stranger } from "~/testing/shared-answers.server"
import { openTestServer, type TestServer } from "~/testing/test-server.server"

let server: TestServer
let product: string
let page: string

beforeAll(async () => {
  server = await openTestServer()
  product = await addProduct(server.shop, { name: "Walnut tray", stock: 50 })
  page = await productPageOf(server.shop, product)
})
afterAll(() => server?.close())

const REVIEWS = "/api/v1/reviews?id="
const changes: [string, () => Promise<unknown>, string[]][] = [
  ["a price", () => setPrice(server.shop, product, 7_700), ["/products", "/api/v1/product"]],
  ["units of many", () => moveStock(server.shop, product, -7), ["/api/v1/product"]],
  ["words of stock", () => moveStock(server.shop, product, -41), []],
  [
    "a review",
    async () =>
      leaveReview(server.shop, await addBuyer(server.shop), { productId: product, rating: 5, comment: "Fine" }),
    ["/products", REVIEWS],
  ],
  ["the last unit", () => moveStock(server.shop, product, -2), ["/products", "/"]],
  ["new stock", () => moveStock(server.shop, product, 50), ["/products", "/"]],
  ["another product", () => addProduct(server.shop, { name: "Oak tray" }), ["/products", "/", "/api/v1/product"]],
]

test.each(changes)("a change of %s is seen by the next who asks", async (_, change, elsewhere) => {
  const paths = [page, `${page}.data`, `/api/v1/product/${product}`, ...elsewhere].map((path) => {
    return path === REVIEWS ? REVIEWS + product : path
  })
  const tags = async () => Promise.all(paths.map(async (path) => (await stranger(server, path)).headers.get("ETag")))
  const before = await tags()
  expect(await tags()).toEqual(before)
  await change()
  const after = await tags()
  const stays = paths.filter((_, at) => after[at] === before[at])
  // Another product changes a page only where it is shown.
  expect(stays.filter((path) => !path.includes(product) || !elsewhere.includes("/"))).toEqual([])
})

test("a change of one product's units leaves alone what does not name it", async () => {
  const other = await addProduct(server.shop, { name: "Steel bowl", stock: 50 })
  await stranger(server, page)
  await questionsFor(server, "/contact")
  await moveStock(server.shop, other, -1)
  expect(await questionsFor(server, "/contact")).toBeLessThanOrEqual(1)
})

test("a deletion takes the product away at once", async () => {
  const gone = await addProduct(server.shop, { name: "Passing fancy" })
  const paths = [await productPageOf(server.shop, gone), `/api/v1/product/${gone}`]
  for (const path of paths) expect((await stranger(server, path)).status).toBe(200)
  expect(await (await stranger(server, "/products")).text()).toContain("Passing fancy")
  await takeOffSale(server.shop, gone)
  expect(await Promise.all(paths.map(async (path) => (await stranger(server, path)).status))).toEqual([410, 404])
  expect(await (await stranger(server, "/products")).text()).not.toContain("Passing fancy")
})

test("what has changed is made once for all who ask while it is being made", async () => {
  await setPrice(server.shop, product, 6_100)
  const one = await questionsFor(server, "/products?sort=rating")
  await setPrice(server.shop, product, 6_200)
  const texts = new Set<string>()
  const asked = await countQuestions(server, async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => stranger(server, "/products?sort=rating")))
    for (const answer of answers) texts.add(await answer.text())
  })
  expect([...texts].map((text) => text.includes("$62.00"))).toEqual([true])
  expect(asked).toBeLessThan(one * 4)
})

test("whoever changes something through a process sees it in the next answer of that process", async () => {
  const patient = await openTestServer({}, {}, { maxStaleness: 900 })
  try {
    const id = await addProduct(patient.shop, { price: 1_000 })
    const admin = await patient.signedIn(await anAdmin(patient.shop))
    const paths = [await productPageOf(patient.shop, id), "/products", `/api/v1/product/${id}`]
    for (const price of [11, 12, 13, 14, 15]) {
      for (const path of paths) await (await stranger(patient, path)).arrayBuffer()
      expect((await admin.json("PUT", `/api/v1/admin/product/${id}`, { price })).status).toBe(200)
      for (const path of paths) {
        const text = await (await stranger(patient, path)).text()
        expect([path, text.includes(`$${price}.00`) || text.includes(`"price":${price},`)]).toEqual([path, true])
      }
    }
  } finally {
    await patient.close()
  }
})
