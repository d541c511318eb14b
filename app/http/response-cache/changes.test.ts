import { expect, test } from "vitest"
import { noteEverythingChanged } from "~/domain/catalog/catalog-changes.server"
import type { Category } from "~/domain/catalog/categories/category"
import { updateCategory } from "~/domain/catalog/categories/save-category.server"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { leaveReview } from "~/domain/reviews/reviews.server"
import {
  cachedAddresses,
  countQueries,
  getAnonymously,
  openCacheTest,
  queriesFor,
} from "~/testing/pages/cached-responses.server"
import { productPageOf } from "~/testing/pages/product-page.server"
import { openTestServer } from "~/testing/pages/test-server.server"
import { addBuyer, addProduct, moveStock, setPrice, takeOffSale } from "~/testing/shop/buyers.server"
import { anAdmin } from "~/testing/shop/people.server"
import { addSizedProduct } from "~/testing/shop/product-with-options.server"
import { buy } from "~/testing/shop/test-orders.server"

const here = openCacheTest()

const REVIEWS = "/api/v1/reviews?id="
const changes: [string, () => Promise<unknown>, string[]][] = [
  ["a price", () => setPrice(here.shop, here.product, 7_700), ["/products", "/api/v1/product"]],
  [
    "a description",
    async () => updateProduct(here.shop, await anAdmin(here.shop), here.product, { desc: "Oiled twice." }),
    ["/api/v1/product"],
  ],
  ["units of many", () => moveStock(here.shop, here.product, -7), ["/api/v1/product"]],
  ["words of stock", () => moveStock(here.shop, here.product, -41), []],
  [
    "a review",
    async () =>
      leaveReview(here.shop, await addBuyer(here.shop), { productId: here.product, rating: 5, comment: "Fine" }),
    ["/products", REVIEWS],
  ],
  ["the last unit", () => moveStock(here.shop, here.product, -2), ["/products", "/"]],
  ["new stock", () => moveStock(here.shop, here.product, 50), ["/products", "/"]],
  ["a category's name", () => renameKitchen(), ["/products", "/", "/api/v1/product"]],
  ["another product", () => addProduct(here.shop, { name: "Oak tray" }), ["/products", "/", "/api/v1/product"]],
]

/** Renames it, and back. */
async function renameKitchen() {
  const [admin, { all }] = [await anAdmin(here.shop), here.shop.categories.current]
  const { id, name } = all.find(({ key }) => key === "Kitchen") as Category
  await updateCategory(here.shop, admin, id, { name: name === "Kitchen" ? "Cooking" : "Kitchen", body: "" })
}

test.each(changes)("a change of %s is visible to the next request", async (_, change, elsewhere) => {
  const paths = [here.page, `${here.page}.data`, `/api/v1/product/${here.product}`, ...elsewhere].map((path) => {
    return path === REVIEWS ? REVIEWS + here.product : path
  })
  const tags = async () =>
    Promise.all(paths.map(async (path) => (await getAnonymously(here, path)).headers.get("ETag")))
  const before = await tags()
  expect(await tags()).toEqual(before)
  await change()
  const after = await tags()
  const stays = paths.filter((_, at) => after[at] === before[at])
  // A change of another product affects a page only where it is shown.
  expect(stays.filter((path) => !path.includes(here.product) || !elsewhere.includes("/"))).toEqual([])
})

test.each(changes)(
  "after a change of %s every address has the same content as when rendered again",
  async (_, change) => {
    const paths = cachedAddresses(here.product, here.page)
    const bodies = async () =>
      Promise.all(paths.map(async (path) => [path, await (await getAnonymously(here, path)).text()]))
    await bodies()
    await change()
    const kept = await bodies()
    await here.shop.transaction(noteEverythingChanged)
    expect(kept).toEqual(await bodies())
  },
)

test("a sale does not affect pages that only show the product", async () => {
  const buyer = await addBuyer(here.shop)
  for (const path of ["/", "/products", "/_root.data", "/products.data"]) {
    await getAnonymously(here, path)
    await buy(here.shop, buyer, here.product)
    expect([path, await queriesFor(here, path)]).toEqual([path, 1])
  }
})

test("a change of one product's units does not affect pages that do not name it", async () => {
  const other = await addProduct(here.shop, { name: "Steel bowl", stock: 50 })
  await getAnonymously(here, here.page)
  await queriesFor(here, "/contact")
  await moveStock(here.shop, other, -1)
  expect(await queriesFor(here, "/contact")).toBeLessThanOrEqual(1)
})

test("a deletion removes the product immediately", async () => {
  const gone = await addProduct(here.shop, { name: "Passing fancy" })
  const paths = [await productPageOf(here.shop, gone), `/api/v1/product/${gone}`]
  for (const path of paths) expect((await getAnonymously(here, path)).status).toBe(200)
  expect(await (await getAnonymously(here, "/products")).text()).toContain("Passing fancy")
  await takeOffSale(here.shop, gone)
  expect(await Promise.all(paths.map(async (path) => (await getAnonymously(here, path)).status))).toEqual([410, 404])
  expect(await (await getAnonymously(here, "/products")).text()).not.toContain("Passing fancy")
})

test("a changed page is rendered once for all concurrent requests", async () => {
  await setPrice(here.shop, here.product, 6_100)
  const one = await queriesFor(here, "/products?sort=rating")
  await setPrice(here.shop, here.product, 6_200)
  const texts = new Set<string>()
  const asked = await countQueries(here, async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => getAnonymously(here, "/products?sort=rating")))
    for (const response of responses) texts.add(await response.text())
  })
  expect([...texts].map((text) => text.includes("$62.00"))).toEqual([true])
  expect(asked).toBeLessThan(one * 4)
})

test("a write through a process is visible in the next response of that process", async () => {
  const patient = await openTestServer({}, {}, { maxStaleness: 900 })
  try {
    const id = await addProduct(patient.shop, { price: 1_000 })
    const admin = await patient.signedIn(await anAdmin(patient.shop))
    const paths = [await productPageOf(patient.shop, id), "/products", `/api/v1/product/${id}`]
    for (const price of [11, 12, 13, 14, 15]) {
      for (const path of paths) await (await getAnonymously(patient, path)).arrayBuffer()
      expect((await admin.json("PUT", `/api/v1/admin/product/${id}`, { price })).status).toBe(200)
      for (const path of paths) {
        const text = await (await getAnonymously(patient, path)).text()
        expect([path, text.includes(`$${price}.00`) || text.includes(`"price":${price},`)]).toEqual([path, true])
      }
    }
  } finally {
    await patient.close()
  }
})

test("the last unit of a size renders its page again and the lists that count it, and a restocked size those that count others", async () => {
  const admin = await anAdmin(here.shop)
  const { id, variants } = await addSizedProduct(here.shop, admin, { name: "Felt slipper", sizes: { S: 2, M: 5 } })
  const [counting, others] = ["/products/slipper", "/products/tray"]
  const tags = async () =>
    Promise.all([counting, others].map(async (path) => (await getAnonymously(here, path)).headers.get("ETag")))
  const s = variants.s ?? ""
  const before = await tags()
  for (const path of [counting, others]) await queriesFor(here, path)
  await moveStock(here.shop, s, -1)
  for (const path of [counting, others]) expect(await queriesFor(here, path)).toBeLessThanOrEqual(1)
  const page = await productPageOf(here.shop, id)
  expect(await (await getAnonymously(here, page)).text()).not.toMatch(/>S<.{0,50}sold out/)
  await moveStock(here.shop, s, -1)
  expect(await queriesFor(here, others)).toBeLessThanOrEqual(1)
  const looks = Array.from({ length: 12 }, async () => (await getAnonymously(here, page)).text())
  for (const text of await Promise.all(looks)) expect(text).toMatch(/>S<.{0,50}sold out/)
  const gone = await tags()
  expect(gone).toEqual([expect.not.stringContaining(before[0] ?? ""), before[1]])
  await moveStock(here.shop, s, 3)
  expect(await tags()).toEqual(before)
})
