import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { restoreProduct, softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { flushSearches, recordSearch } from "~/domain/search/popular/popular-searches.server"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { insertDemoProducts } from "~/testing/shop/demo-products.server"
import { aMember, anAdmin, PASSWORD } from "~/testing/shop/people.server"

let here: TestServer
let visitor: TestBrowser
let member: TestBrowser
let ids: Map<string, string>

beforeAll(async () => {
  here = await openTestServer()
  visitor = here.visitor()
  member = await here.signedIn(await aMember(here.shop))
  ids = await insertDemoProducts(here.shop)
})
afterAll(() => here.close())

const idOf = (slug: string) => ids.get(slug) ?? ""
/** The name of a demo product, derived from its slug */
const pageOf = (slug: string) => `/product/${idOf(slug)}/${slug}`
const get = async (path: string) => {
  const answer = await visitor.get(path)
  return { status: answer.status, location: answer.headers.get("Location"), html: await answer.text() }
}
const heading = (html: string) => /<h1>(.*?)<\/h1>/s.exec(html)?.[1]?.replace(/<[^>]*>/g, "")

describe("the search box", () => {
  test.each([
    ["/products?keyword=desk+lamp&page=2", "/products/desk%20lamp?page=2"],
    ["/products?category=&price[gte]=0&price[lte]=25000&ratings[gte]=0&sort=newest", "/products"],
    ["/products?keyword=lamp&category=Household&price[lte]=99", "/products/lamp?category=Household&price%5Blte%5D=99"],
    ["/products?keyword=", "/products"],
    ["/products?keyword=+++&category=Gaming", "/products?category=Gaming"],
    ["/products?keyword=a%2Fb%25%F0%9F%98%80", "/products/a%2Fb%25%F0%9F%98%80"],
    ["/products/%20", "/products"],
    ["/search?q=lamp", "/products?keyword=lamp"],
  ])("%s leads to %s", async (path, target) => {
    expect(await get(path)).toMatchObject({ status: 302, location: target })
  })

  test.each(["a/b", "100%", "%2F", "foo.data", "😀", "..", "."])(
    "searches for %s and shows it again",
    async (keyword) => {
      const first = await get(`/products?${new URLSearchParams({ keyword })}`)
      const page = first.location ? await get(first.location) : first
      expect(page.status).toBe(200)
      expect(heading(page.html)).toBe(`Results for “${keyword}”`)
    },
  )

  test("drops the character that no one can type", async () => {
    expect(await get("/products?keyword=lam%00p")).toMatchObject({ status: 302, location: "/products?keyword=lamp" })
  })

  test.each([
    "/products/%00",
    "/products/%E0%A4%A",
    `/products/${"x".repeat(6_000)}`,
    `/products?keyword=${"%25_".repeat(2_000)}`,
  ])("does not fail for %s", async (path) => {
    expect((await get(path)).status).toBeLessThan(500)
  })
})

describe("the list", () => {
  test("shows the exact count and pagination only if needed", async () => {
    const all = await get("/products")
    expect(heading(all.html)).toBe("Products")
    expect(all.html).toContain(`1–12 of ${ids.size} products`)
    for (const label of ["1st", "Prev", "Next", "Last"]) expect(all.html).toContain(`>${label}<`)
    const few = await get("/products/chess")
    expect(few.html).toContain("1 product<")
    expect(few.html).not.toContain("pagination")
  })

  test("shows clamped values, in the address too", async () => {
    const { location } = await get("/products?price[gte]=-50&price[lte]=99999999&ratings[gte]=99&category=Cars&page=0")
    expect(location).toBe("/products?ratings%5Bgte%5D=5")
    const { html } = await get(location ?? "")
    expect(html).toMatch(/name="price\[gte\]"[^>]*value="0"/)
    expect(html).toMatch(/name="price\[lte\]"[^>]*value="25000"/)
    expect(html).toMatch(/name="ratings\[gte\]"[^>]*value="5"/)
    expect(html).toContain("5 stars and up")
  })

  test("keeps keyword and filters on the way to the next page", async () => {
    const { html } = await get("/products?category=Gaming&price[lte]=300&sort=price-asc")
    expect(html).toContain("/products?category=Gaming&amp;price%5Blte%5D=300&amp;sort=rating")
    expect(html).toContain('href="/products?price%5Blte%5D=300&amp;sort=price-asc"')
    expect(html).toMatch(/<input type="hidden" name="sort" value="price-asc"/)
  })

  test("past its end is empty and links back", async () => {
    const { status, html } = await get("/products?page=1000000")
    expect(status).toBe(200)
    expect(html).toContain("This page is past the end")
  })

  test("with a typing mistake shows the correction", async () => {
    const { html } = await get("/products/hedphones")
    expect(html).toContain("These are the results for “<!-- -->headphones")
    expect(html).toContain("Halden Over-Ear Headphones")
  })

  test("without results suggests corrections and shows the nearest products", async () => {
    const { html } = await get("/products/wlanut%20xqzyv")
    expect(html).toContain("No products found")
    expect(html).toMatch(/Did you mean <a[^>]*href="\/products\/walnut"/)
    expect(html).toContain("Walnut Chess Set")
    expect((await get("/products/chess?category=Kitchen")).html).toContain("without filters")
  })
})

describe("suggestions", () => {
  test("tolerate a typing mistake in a prefix", async () => {
    const { suggestions } = await (await visitor.get("/search/suggest?q=haedp")).json()
    expect(suggestions[0]).toMatchObject({ kind: "search", text: expect.stringMatching(/^headphones?$/) })
    expect(suggestions.some(({ kind }: { kind: string }) => kind === "product")).toBe(true)
  })

  test("come as JSON, products with their addresses", async () => {
    const answer = await visitor.get("/search/suggest?q=ches")
    expect(answer.headers.get("Content-Type")).toContain("application/json")
    expect(await answer.json()).toMatchObject({
      suggestions: expect.arrayContaining([
        { kind: "product", text: "Walnut Chess Set", href: pageOf("walnut-chess-set") },
      ]),
    })
  })

  test("list a word once, in its most common form", async () => {
    const { suggestions } = await (await visitor.get("/search/suggest?q=headp")).json()
    const searches = suggestions.filter(({ kind }: { kind: string }) => kind === "search")
    expect(searches).toHaveLength(1)
    expect(searches[0].text).toMatch(/^headphones?$/)
  })

  test.each(["", "x", "%25%25", "x".repeat(5_000)])("are empty for %s", async (typed) => {
    expect(await (await visitor.get(`/search/suggest?q=${typed}`)).json()).toMatchObject({ suggestions: [] })
  })

  test("include popular searches, once there are enough of them", async () => {
    for (let times = 0; times < 6; times++) await get("/products/Wool%20throw%20%F0%9F%94%A5")
    for (let others = 0; others < 3; others++) recordSearch(here.shop, "wool throw", `client${others}`)
    await flushSearches(here.shop)
    expect((await get("/search")).html).not.toContain("wool")
    recordSearch(here.shop, "wool throw", "client3")
    await flushSearches(here.shop)
    expect(await (await visitor.get("/search/suggest?q=wool+t")).json()).toMatchObject({
      suggestions: expect.arrayContaining([{ kind: "search", text: "wool throw", href: "/products/wool%20throw" }]),
    })
    expect((await get("/search")).html).toContain('href="/products/wool%20throw"')
  })
})

test("no one can write on everyone's search page: only words of the catalogue are counted", async () => {
  const before = await here.shop.db.selectFrom("popular_searches").select("keyword").execute()
  for (const keyword of ["walnut evilexample", "walnt", "walnu", "the", "%", "🔥", "headph"]) {
    await get(`/products/${encodeURIComponent(keyword)}`)
  }
  await flushSearches(here.shop)
  expect(await here.shop.db.selectFrom("popular_searches").select("keyword").execute()).toEqual(before)
  await get(`/products/${encodeURIComponent("🔥 Wál\u0301nut 🔥 CHESS!! walnut")}`)
  await flushSearches(here.shop)
  const after = await here.shop.db.selectFrom("popular_searches").select("keyword").execute()
  expect(after.map(({ keyword }) => keyword)).toContain("walnut chess")
  expect(after).toHaveLength(before.length + 1)
})

describe("a product page", () => {
  test("adds the product to the cart and confirms it", async () => {
    const shopper = here.visitor()
    const id = idOf("walnut-chess-set")
    const path = pageOf("walnut-chess-set")
    const answer = await shopper.post(path, { product: id, quantity: 2 })
    expect(answer.status).toBe(303)
    expect(answer.headers.get("Location")).toBe(path)
    const html = await (await shopper.get(path)).text()
    expect(html).toContain("Item added to cart")
    expect(pageText(html)).toContain("Cart, 2 items")
  })

  test("shows the former price of a product on sale, and ends pages cached for anonymous visitors", async () => {
    const admin = await anAdmin(here.shop)
    const id = idOf("gooseneck-kettle")
    const path = pageOf("gooseneck-kettle")
    const words = async () => pageText((await get(path)).html)
    expect(await words()).toContain("0 reviews $95.00 In stock")
    await updateProduct(here.shop, admin, id, { price: 7_000, compareAtPrice: 9_900 })
    expect(await words()).toContain("Sale Now $70.00 Was $99.00 Lowest price in the 30 days before: $95.00")
    expect(pageText((await get("/products/gooseneck")).html)).toContain("Sale Now $70.00 Was $99.00")
    const json = await (await visitor.get(`/api/v1/product/${id}`)).json()
    expect(json.product.price).toBe(70)
    expect(Object.keys(json.product).join()).not.toMatch(/compare|prior/i)

    const adminBrowser = await here.signedIn(admin)
    expect((await adminBrowser.json("PUT", `/api/v1/admin/product/${id}`, { price: 110 })).status).toBe(200)
    expect(await words()).toContain("0 reviews $110.00 In stock")
  })

  test("shows the delivery date, the shipping price and the return period", async () => {
    const path = pageOf("walnut-chess-set")
    const words = pageText((await get(path)).html)
    expect(words).toContain("Usually 3 to 7 working days after dispatch")
    expect(words).toContain("Shipping $25, free on orders over $500")
    expect(words).toContain("Returns within 30 days · Shipping and returns")
    expect(words).toContain(`Product # ${idOf("walnut-chess-set")}`)
    expect(pageText((await get(pageOf("belt-drive-record-player"))).html)).toContain("Free shipping")
    const facts = { ...emptyFacts, deliveryTime: "Two days", returnTerms: "Nothing comes back" }
    await changeSettings(here.shop, await anAdmin(here.shop), { snapshot: 0, facts })
    const changed = pageText((await get(path)).html)
    expect(changed).toContain("Two days")
    expect(changed).toContain("Nothing comes back")
  })

  test("shows similar products before the reviews, and never hidden ones", async () => {
    const admin = await anAdmin(here.shop)
    const similar = async () => {
      const { html } = await get(pageOf("low-mechanical-keyboard"))
      expect(html.indexOf("You may also like")).toBeLessThan(html.indexOf('id="reviews"'))
      const list = /aria-label="Similar products">(.*?)<\/ul>/s.exec(html)?.[1] ?? ""
      return [...list.matchAll(/href="\/product\/([0-9a-f]{24})/g)].map(([, id = ""]) => id)
    }
    const [first = "", ...others] = await similar()
    expect(others).toHaveLength(3)
    expect([first, ...others]).not.toContain(idOf("low-mechanical-keyboard"))
    await softDeleteProduct(here.shop, admin, first)
    expect(await similar()).not.toContain(first)
    expect(await similar()).toHaveLength(4)
    await restoreProduct(here.shop, admin, first)
  })

  test("is remembered for a member who opens it without scripts, and for no one else", async () => {
    const accept = { Accept: "text/html" }
    const reader = await here.signedIn(await aMember(here.shop))
    const viewed = async (browser: TestBrowser, search = "") => {
      const html = await (await browser.get(`/recently-viewed${search}`)).text()
      return [...html.matchAll(/class="product-card"[^>]*href="\/product\/([0-9a-f]{24})/g)].map(([, id]) => id)
    }
    const [kettle, mug, spoon] = ["gooseneck-kettle", "stoneware-mug", "beech-spoon"]
    for (const slug of [kettle, mug, kettle]) await reader.get(pageOf(slug ?? ""), accept)
    await reader.get(pageOf(spoon ?? ""))
    expect(await viewed(reader)).toEqual([idOf(kettle ?? ""), idOf(mug ?? "")])
    const firstVisitor = here.visitor()
    expect((await firstVisitor.get(pageOf(mug ?? ""), accept)).headers.has("Set-Cookie")).toBe(false)
    const other = await here.signedIn(await aMember(here.shop))
    for (const line of reader.cookie.split("; ").filter((pair) => pair.startsWith("counter-viewed"))) {
      firstVisitor.keep(line)
      other.keep(line)
    }
    expect([await viewed(firstVisitor), await viewed(other)]).toEqual([[], []])
    const many = [...ids.values()].slice(0, 20).join("~")
    expect((await viewed(firstVisitor, `?ids=${many}`)).length).toBeLessThanOrEqual(8)
    expect(await viewed(firstVisitor, `?ids=${idOf(spoon ?? "")}~x~${"0".repeat(24)}`)).toEqual([idOf(spoon ?? "")])
  })

  test("has one address, to which every other redirects", async () => {
    const path = pageOf("walnut-chess-set")
    const id = `/product/${idOf("walnut-chess-set")}`
    for (const [asked, current] of [
      [id, path],
      [`${id}/chess`, path],
      [`${id}/WALNUT-chess-set?sort=highest&page=2`, `${path}?sort=highest&page=2`],
      [`${path}/`, path],
      [`${id}/review`, `${path}/review`],
      [`${id}/%E6%B9%AF?x=%2F`, `${path}?x=%2F`],
    ] as const) {
      const answer = await member.get(asked)
      expect([asked, answer.status, answer.headers.get("Location")]).toEqual([asked, 301, current])
      // A product may get its old name back: a cached redirect would lead in circles.
      expect(answer.headers.get("Cache-Control")).toBe("no-cache")
      expect((await member.get(current)).status).toBe(200)
    }
    const gone = `/product/${"0".repeat(24)}`
    expect([(await get(`${gone}/thing`)).status, (await get(gone)).status]).toEqual([404, 404])
  })

  test("moves with its name, even for previous visitors, and back", async () => {
    const admin = await anAdmin(here.shop)
    const id = idOf("cedar-candle")
    const [first = "", second = ""] = ["first-name", "second-name"].map((slug) => `/product/${id}/${slug}`)
    for (const [name, path, other] of [
      ["First name", first, second],
      ["Second name", second, first],
      ["First name", first, second],
    ] as const) {
      await updateProduct(here.shop, admin, id, { name })
      expect((await get(path)).status).toBe(200)
      expect(await get(other)).toMatchObject({ status: 301, location: path })
      expect((await get("/products")).html).not.toContain(`href="${other}"`)
    }
  })

  test("shows a refused form again wherever it was sent to", async () => {
    const id = idOf("walnut-chess-set")
    for (const path of [`/product/${id}`, `/product/${id}/an-older-name`]) {
      const answer = await here.visitor().post(path, { product: id, quantity: 5_000 })
      expect([answer.status, answer.headers.get("Location")]).toEqual([400, null])
      expect(await answer.text()).toMatch(/name="quantity"[^>]*value="5000"/)
    }
  })

  test("keeps an unavailable quantity, and says why", async () => {
    const id = idOf("walnut-chess-set")
    const answer = await here.visitor().post(`/product/${id}`, { product: id, quantity: 5_000 })
    const html = await answer.text()
    expect(answer.status).toBe(400)
    expect(html).toContain("Not added to the cart")
    expect(html).toMatch(/name="quantity"[^>]*value="5000"/)
  })

  test("returns 404 for unknown products and 410 for those no longer sold, with similar products", async () => {
    for (const id of ["abc", "0".repeat(24)]) {
      const { status, html } = await get(`/product/${id}`)
      expect(status).toBe(404)
      expect(html).toContain("Product not found")
    }
    const admin = await anAdmin(here.shop)
    await softDeleteProduct(here.shop, admin, idOf("brass-dice-set"))
    const gone = await get(`/product/${idOf("brass-dice-set")}`)
    expect(gone.status).toBe(410)
    expect(gone.html).toContain("Brass Dice Set is no longer sold")
    expect(gone.html).toContain("Walnut Chess Set")
  })

  test("asks visitors who want to write a review to sign in first, and leads back", async () => {
    const path = `${pageOf("stand-mixer")}/review`
    const { location } = await get(path)
    expect(location).toBe(`/login?${new URLSearchParams({ redirect: path })}`)
    const refused = await visitor.post(path, { productId: idOf("stand-mixer"), rating: "5", comment: "Mine!" })
    expect(refused.headers.get("Location")).toContain("/login")
  })

  test("stores a member's review, keeps the entries of a refused one, and shows it", async () => {
    const mary = await aMember(here.shop, { name: "Mary Shelley" })
    const reader = here.visitor()
    await reader.post("/login", { email: mary.email, password: PASSWORD })
    const productId = idOf("stand-mixer")
    const path = `${pageOf("stand-mixer")}/review`
    const refused = await reader.post(path, { productId, rating: "", comment: "Strong and quiet" })
    expect(refused.status).toBe(400)
    const form = await refused.text()
    expect(form).toContain("Please choose a rating")
    expect(form).toContain("Strong and quiet")
    const taken = await reader.post(path, { productId, rating: "4.5", comment: "Strong and quiet" })
    expect(taken.headers.get("Location")).toBe(`${pageOf("stand-mixer")}#reviews`)
    const html = await (await reader.get(pageOf("stand-mixer"))).text()
    expect(html).toContain("New review added")
    expect(html).toContain("Mary Shelley")
  })
})

test("every page of the storefront opens and has a title", async () => {
  for (const [path, name] of [
    ["/", "Welcome to my e-commerce store!"],
    ["/search", "Search"],
    ["/contact", "Contact"],
    ["/about", "About"],
  ] as const) {
    const { status, html } = await get(path)
    expect(status).toBe(200)
    expect(heading(html)).toBe(name)
  }
  expect((await get("/contact")).html).toContain('href="mailto:hello@shop.test"')
  expect((await get("/nowhere")).status).toBe(404)
  expect((await get("/nowhere")).html).toContain("Page Not Found")
})
