import { beforeEach, expect, test } from "vitest"
import { startBackground } from "~/background/background.server"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import type { Publication } from "~/domain/catalog/publication/publication"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { payWithCard } from "~/domain/checkout/payment/checkout-payment.server"
import map from "~/routes"
import { addressesIn } from "~/testing/pages/addresses.server"
import { pageText } from "~/testing/pages/page-text"
import { productPageOf } from "~/testing/pages/product-page.server"
import { openBackOfficeTest } from "~/testing/shop/back-office.server"
import { addBuyer, fillCart, goodCard } from "~/testing/shop/buyers.server"
import { addProductWithOptions } from "~/testing/shop/product-with-options.server"
import { shelve } from "~/testing/shop/test-orders.server"

const here = openBackOfficeTest()

const hidden: [string, Partial<Publication>][] = [
  ["a draft", { status: "draft" }],
  ["a product of tomorrow", { publishedFrom: "2999-12-31" }],
  ["a product of yesterday", { publishedUntil: "2020-12-31" }],
]
const NAME = "Zyxquill"
const product = (publication: Partial<Publication>) =>
  shelve(here.shop, here.admin, { name: `${NAME} lamp`, desc: "Glimmerous in the dark.", ...publication })
beforeEach(async () => {
  await here.shop.db.updateTable("products").set({ is_draft: true }).where("id", "<>", here.mug).execute()
})
const publish = (id: string) =>
  updateProduct(here.shop, here.admin, id, { status: "published", publishedFrom: null, publishedUntil: null })

/** Every address outside the back office, and lists and searches that would find the products */
async function publicAddresses(ids: string[]): Promise<string[]> {
  const routes = await map
  const pages = ids.flatMap((id) =>
    addressesIn(routes, { product: id, preview: id, sitemap: "0".repeat(24), slug: "x" }),
  )
  const found = ids.flatMap((id) => [
    `/product/${id}`,
    `/product/${id}.data`,
    `/recently-viewed?ids=${id}`,
    `/api/v1/product/${id}`,
    `/api/v1/reviews?id=${id}`,
  ])
  return [
    ...new Set([...pages.filter((path) => !/^\/(?:api\/v1\/)?admin\b/.test(path)), ...found]),
    "/products/glimmerous",
    "/products/glimmeros",
    "/products?category=Kitchen&sort=price-asc",
    "/products?sort=rating",
    "/products.data",
    "/search/suggest?keyword=zyx",
    "/search/suggest?keyword=glim",
    "/api/v1/product?keyword=glimmerous",
    "/api/v1/product?category=Kitchen",
  ]
}

async function addressesWithName(ids: string[], browser = here.visitor()): Promise<string[]> {
  const found: string[] = []
  for (const path of await publicAddresses(ids)) {
    const text = await (await browser.get(path)).text()
    if (/zyxquill|glimmerous in/i.test(text)) found.push(path)
  }
  return found
}

test("a draft, a product of tomorrow and one of yesterday are at no public address, until they are published", async () => {
  const ids: string[] = []
  for (const [, publication] of hidden) ids.push(await product(publication))
  expect(await addressesWithName(ids)).toEqual([])
  expect(await addressesWithName(ids, await here.signedIn(await addBuyer(here.shop)))).toEqual([])
  const [id = ""] = ids
  await publish(id)
  const found = await addressesWithName([id])
  const some = ["/", "/products?sort=rating", "/feed.xml", `/product/${id}.data`, "/api/v1/product", "/products.data"]
  expect(found).toEqual(expect.arrayContaining([...some, `/api/v1/product/${id}`, `/recently-viewed?ids=${id}`]))
  await updateProduct(here.shop, here.admin, id, { status: "draft" })
  expect(await addressesWithName([id])).toEqual([])
})

test.each(hidden)("%s cannot be added to a cart, ordered by a call or reviewed", async (_, publication) => {
  const id = await product(publication)
  const browser = await here.signedIn(await addBuyer(here.shop))
  const answers = [
    await browser.post(`/product/${id}`, { product: id, quantity: "1" }),
    await browser.post(`/product/${id}/review`, { rating: "5", comment: "Bright" }),
    await browser.json("PUT", "/api/v1/product/review", { productId: id, rating: 5, comment: "Bright" }),
    await browser.json("POST", "/api/v1/payment/process", { amount: 10, items: [{ product: id, quantity: 1 }] }),
    await browser.get(`/api/v1/product/${id}`),
    await browser.get(`/api/v1/reviews?id=${id}`),
  ]
  for (const answer of answers) {
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await answer.text()).not.toContain(NAME)
  }
  expect(await (await browser.get("/cart")).text()).not.toContain(NAME)
})

test("a draft in a cart is reported as no longer sold, and is not sold", async () => {
  const id = await product({})
  const ada = await addBuyer(here.shop)
  await fillCart(here.shop, ada, [{ variantId: id, quantity: 1 }])
  await updateProduct(here.shop, here.admin, id, { status: "draft" })
  expect(await (await (await here.signedIn(ada)).get("/cart")).text()).toMatch(/no longer sold/i)
  await expect(startCheckout(here.shop, ada, [{ variantId: id, quantity: 1 }], null)).rejects.toThrow(/no longer sold/)
})

test("units held for a payment are sold, even if the product has become a draft", async () => {
  const id = await product({})
  const ada = await addBuyer(here.shop)
  await startCheckout(here.shop, ada, [{ variantId: id, quantity: 1 }], null)
  await updateProduct(here.shop, here.admin, id, { status: "draft" })
  expect(await payWithCard(here.shop, ada, goodCard)).toMatchObject({ kind: "ordered" })
})

test("staff can preview hidden products, on a page that is neither cached nor indexed", async () => {
  const id = await product({ status: "draft" })
  const [admin, member, visitor] = [here.adminBrowser, await here.signedIn(await addBuyer(here.shop)), here.visitor()]
  expect(await (await admin.get(`/admin/product/${id}`)).text()).toContain(`href="/preview/${id}"`)
  const preview = await admin.get(`/preview/${id}`)
  expect(preview.status).toBe(200)
  expect(preview.headers.get("Cache-Control")).toMatch(/no-store|private/)
  const html = await preview.text()
  expect(html).toContain("Draft: only staff see this page")
  expect(html).toContain('name="robots" content="noindex"')
  expect(html).not.toContain("Add to cart")
  for (const browser of [member, visitor]) {
    const [drafted, unknown] = await Promise.all(
      [id, "0123456789abcdef01234567"].map((one) => browser.get(`/preview/${one}`)),
    )
    expect([drafted?.status, unknown?.status]).toEqual([404, 404])
  }
  await publish(id)
  expect((await admin.get(`/preview/${id}`)).headers.get("Location")).toBe(await productPageOf(here.shop, id))
})

test("the preview of a product with options shows each of its variants by a link", async () => {
  const { id } = await addProductWithOptions(here.shop, here.admin)
  await updateProduct(here.shop, here.admin, id, { status: "draft" })
  const read = async (query: string) => (await here.adminBrowser.get(`/preview/${id}${query}`)).text()
  const page = await read("")
  expect(pageText(page)).toContain("from $28.00 33 in stock Size S M, sold out L Colour Indigo Ecru")
  expect(page).toContain(`href="/preview/${id}?option1=m"`)
  const half = await read("?option1=m")
  expect(pageText(half)).toContain("Size S M, sold out L Colour Indigo, sold out Ecru, not available")
  expect(half).toContain(`href="/preview/${id}?option1=m&amp;option2=indigo"`)
  expect(pageText(await read("?option1=l&option2=ecru"))).toContain("$32.00 10 in stock")
})

test("the back office lists hidden products, with their state, and so does the JSON", async () => {
  const id = await product({ status: "draft" })
  const text = async (path: string) => (await here.adminBrowser.get(path)).text()
  expect(await text("/admin/products")).toContain(id)
  expect(await text("/admin/products?status=draft")).toContain(id)
  for (const status of ["published", "scheduled", "ended"]) {
    expect(await text(`/admin/products?status=${status}`)).not.toContain(id)
  }
  const { products } = JSON.parse(await text("/api/v1/admin/allproducts"))
  expect(products.find((one: { _id: string }) => one._id === id)).toMatchObject({ status: "draft", stock: 10 })
  const edited = await here.adminBrowser.json("PUT", `/api/v1/admin/product/${id}`, { price: 12 })
  expect(await edited.json()).toMatchObject({ product: { _id: id, price: 12 } })
})

test("the form saves drafts and days, and reports their errors", async () => {
  const fields = { name: "Formed", price: "9", desc: "x", category: "Kitchen", stock: "1" }
  const id = await product({})
  const save = (more: Record<string, string>) => here.adminBrowser.post(`/admin/product/${id}`, { ...fields, ...more })
  expect((await save({ status: "draft", publishedFrom: "2998-01-01" })).status).toBe(303)
  const form = await (await here.adminBrowser.get(`/admin/product/${id}`)).text()
  expect(form).toContain('value="2998-01-01"')
  expect(form).toMatch(/<option value="draft" selected/)
  for (const day of ["tomorrow", "2026-02-30", "1999-12-31", "12026-01-01"]) {
    expect((await save({ status: "published", publishedFrom: day })).status).toBe(400)
  }
  const reversed = await save({ status: "published", publishedFrom: "2998-01-02", publishedUntil: "2998-01-01" })
  expect(await reversed.text()).toContain("The last day must not be before the first")
})

test("bulk edits make drafts and publish them", async () => {
  const ids = [await product({}), here.mug]
  const change = async (status: string) => {
    const query = `?${ids.map((id) => `id=${id}`).join("&")}&status=${status}`
    const html = await (await here.adminBrowser.get(`/admin/products/bulk${query}`)).text()
    const inputs = [...html.matchAll(/<input type="hidden" name="((?:snapshot|formKey)[^"]*)" value="([^"]*)"/g)]
    const sent = Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, value]))
    return here.adminBrowser.post(`/admin/products/bulk${query}`, sent)
  }
  const statuses = async () =>
    Promise.all(ids.map(async (id) => (await here.visitor().get(`/api/v1/product/${id}`)).status))
  expect((await change("draft")).status).toBe(303)
  expect(await statuses()).toEqual([404, 404])
  await change("published")
  expect(await statuses()).toEqual([200, 200])
})

test("a scheduled time changes the pages of a running shop", async () => {
  const id = await product({ publishedFrom: "2999-12-31" })
  const background = startBackground(here)
  try {
    const page = () => here.visitor().get(`/api/v1/product/${id}`)
    expect((await page()).status).toBe(404)
    await here.shop.db
      .updateTable("products")
      .set({ published_from: new Date(Date.now() + 1_500) })
      .where("id", "=", id)
      .execute()
    expect((await page()).status).toBe(404)
    await expect.poll(async () => (await page()).status, { timeout: 10_000, interval: 50 }).toBe(200)
  } finally {
    await background.stop()
  }
})
