import { describe, expect, test } from "vitest"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { cachedAddresses, getAnonymously, isShared, openCacheTest } from "~/testing/pages/cached-responses.server"
import { aMember, anAdmin } from "~/testing/shop/people.server"

describe.each([0, 900])("with responses that may be %s ms old", (maxStaleness) => {
  const here = openCacheTest({ maxStaleness })

  const ownPaths = () => ["/", "/products", here.page, "/_root.data", "/products.data", "/about"]

  /** No personal data may be in the page of the next anonymous visitor. */
  async function expectNoLeak(browser: TestBrowser, words: string[]) {
    for (const path of ownPaths()) {
      await (await getAnonymously(here, path)).arrayBuffer()
      const own = await browser.get(path)
      expect([path, isShared(own), own.headers.get("ETag")]).toEqual([path, false, null])
      expect(own.headers.get("Cache-Control")).toMatch(/private|no-store/)
      const text = await own.text()
      expect(
        words.some((word) => text.includes(word)),
        path,
      ).toBe(true)
      const next = await getAnonymously(here, path)
      expect(isShared(next)).toBe(true)
      const seen = await next.text()
      for (const word of words) expect(seen, `${path} ${word}`).not.toContain(word)
    }
  }

  test("anonymous visitors never see a member's page", async () => {
    const member = await aMember(here.shop, { name: "Very Private Person" })
    await expectNoLeak(await here.signedIn(member), ["Very Private Person"])
  })

  test("nor an administrator's page", async () => {
    const admin = await anAdmin(here.shop, { name: "Keeper Of Keys" })
    await expectNoLeak(await here.signedIn(admin), ["Keeper Of Keys"])
  })

  test("nor another visitor's cart", async () => {
    const shopper = here.visitor()
    await shopper.post(here.page, { quantity: 3, product: here.product })
    await (await shopper.get("/cart")).arrayBuffer()
    await expectNoLeak(shopper, ["Cart, 3 items", '"quantity",3'])
  })

  test("nor a toast, which is shown once to its recipient", async () => {
    const shopper = here.visitor()
    await shopper.post(here.page, { quantity: 1, product: here.product })
    const shown = await shopper.get(here.page)
    expect([isShared(shown), await shown.text()]).toEqual([false, expect.stringContaining("Item added to cart")])
    expect(await (await getAnonymously(here, here.page)).text()).not.toContain("Item added to cart")
  })

  test("a visitor who has emptied the cart and read the message counts as anonymous again", async () => {
    const shopper = here.visitor()
    await shopper.post(here.page, { quantity: 1, product: here.product })
    await shopper.post("/cart/remove", { product: here.product })
    expect(isShared(await shopper.get("/products"))).toBe(false)
    expect(shopper.cookie).toContain("counter=")
    expect(isShared(await shopper.get("/products"))).toBe(true)
  })

  test("a shared response sets no cookie and tells caches that pages depend on cookies", async () => {
    for (const path of cachedAddresses(here.product, here.page)) {
      const { headers } = await getAnonymously(here, path)
      expect(headers.getSetCookie()).toEqual([])
      expect(/\bCookie\b/.test(headers.get("Vary") ?? ""), path).toBe(!path.startsWith("/api/"))
    }
  })
})
