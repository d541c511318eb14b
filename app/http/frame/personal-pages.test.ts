import { beforeAll, describe, expect, test } from "vitest"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { cachedAddresses, countQueries, openCacheTest } from "~/testing/pages/cached-responses.server"
import { productPageOf } from "~/testing/pages/product-page.server"
import { addBuyer, addProduct } from "~/testing/shop/buyers.server"
import { aMember, anAdmin } from "~/testing/shop/people.server"
import { addProductWithOptions } from "~/testing/shop/product-with-options.server"

const here = openCacheTest({ maxStaleness: 900, personalPages: ["assembled", "whole"] })

/** The cookies of each person's browser */
const people: Record<string, string> = {}
/** A variant of a product with options */
let jacket: string
beforeAll(async () => {
  const admin = await anAdmin(here.shop)
  jacket = await productPageOf(here.shop, (await addProductWithOptions(here.shop, admin)).id)
  const buy = (browser: Awaited<ReturnType<typeof here.signedIn>>) =>
    browser.post(here.page, { product: here.product, quantity: 3 }, { Accept: "text/html" })
  const member = await here.signedIn(await aMember(here.shop, { name: "Ada <b>Lovelace</b> & Sons" }))
  people["a member"] = member.cookie
  await buy(member)
  people["a member with a message"] = member.cookie
  people["an administrator"] = (await here.signedIn(admin)).cookie
  const visitor = here.visitor()
  await buy(visitor)
  people["a visitor with a cart and a message"] = visitor.cookie
  people["a visitor with a cart"] = visitor.cookie.replace(/; counter-toast=[^;]*/, "")
  expect(people["a visitor with a cart"]).not.toBe(visitor.cookie)
})

const pages = () => [
  ...cachedAddresses(here.product, here.page).filter((path) => !path.startsWith("/api/")),
  "/products?category=Kitchen&page=9",
  "/nowhere",
  "/product/0123456789abcdef01234567",
  `${here.page}?sort=best`,
  jacket,
  `${jacket}?option2=indigo&option1=s`,
  `${jacket}?option1=m&option1=s&option2=a%20b`,
  `${jacket}?option1=xxl`,
]

async function answer(cookie: string, path: string) {
  const response = await fetch(here.url + path, {
    headers: { Cookie: cookie, Accept: "text/html" },
    redirect: "manual",
  })
  const body = await response.text()
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")?.[1] ?? "none"
  const requestId = response.headers.get("X-Request-Id") ?? "none"
  const same = (text: string) => text.replaceAll(nonce, "NONCE").replaceAll(requestId, "REQUEST")
  // A response in one piece is known to be short before it is compressed.
  const transfer = /^(date|content-length|content-encoding|transfer-encoding)$/
  const headers = [...response.headers].filter(([name]) => !transfer.test(name))
  return {
    status: response.status,
    headers: headers.map(([name, value]) => `${name}: ${same(value)}`),
    body: same(body),
  }
}

test("an assembled page has exactly the bytes of one rendered as a whole", async () => {
  for (const [who, cookie] of Object.entries(people))
    for (const path of pages()) {
      const [assembled, whole] = [await answer(cookie, path), await answer(cookie, path)]
      expect({ ...assembled, body: "" }, `${who}, ${path}`).toEqual({ ...whole, body: "" })
      const at = [...whole.body].findIndex((letter, index) => letter !== assembled.body[index])
      const around = ({ body }: typeof whole) => body.slice(Math.max(0, at - 100), at + 100)
      if (assembled.body !== whole.body) expect(around(assembled), `${who}, ${path}`).toBe(around(whole))
    }
})

test("a cart in a cookie takes no query, a session takes one", async () => {
  // Sometimes a request also polls for changes.
  const fewest = async (who: string, path: string) => {
    const counts: number[] = []
    for (let time = 0; time < 5; time++) {
      counts.push(await countQueries(here, () => answer(people[who] ?? "", path)))
      await answer("", "/contact")
    }
    return Math.min(...counts)
  }
  for (const path of pages().slice(0, 10)) {
    expect(await fewest("a visitor with a cart", path), path).toBe(0)
    expect(await fewest("a member", path), path).toBe(1)
  }
})

test("no page contains another person's data", async () => {
  for (const path of pages()) {
    for (const who of ["a member", "a visitor with a cart", "a visitor with a cart and a message"])
      for (let process = 0; process < 2; process++) await answer(people[who] ?? "", path)
    const [{ body }] = [await answer("", path), await answer("", path)]
    expect(body, path).not.toMatch(/Lovelace|class="cart-count">3<|added to cart|\/logout/)
  }
})

describe("a page with a personal main part is rendered as a whole", () => {
  test("for a buyer whose checkout holds units", async () => {
    const buyer = await addBuyer(here.shop)
    const browser = await here.signedIn(buyer)
    await startCheckout(here.shop, buyer, [{ variantId: here.product, quantity: 2 }], null)
    const [assembled, whole] = [await answer(browser.cookie, here.page), await answer(browser.cookie, here.page)]
    expect(assembled.body).toContain("reserved for you")
    expect(assembled.body).toBe(whole.body)
    const other = await productPageOf(here.shop, await addProduct(here.shop, { name: "Oak bowl", stock: 5 }))
    await answer("", other)
    await answer("", other)
    const counts: number[] = []
    for (let time = 0; time < 5; time++) {
      counts.push(await countQueries(here, () => answer(browser.cookie, other)))
      await answer("", other)
    }
    expect(Math.min(...counts), "another product").toBe(1)
  })
})

test("JSON that is the same for everyone comes from the cache for signed-in users too, without a query", async () => {
  for (const path of cachedAddresses(here.product, here.page).filter((path) => path.startsWith("/api/"))) {
    const fewest: number[] = []
    const anonymous = [await answer("", path), await answer("", path)][0]
    for (let time = 0; time < 6; time++)
      fewest.push(
        await countQueries(here, async () => {
          expect(await answer(people["a member with a message"] ?? "", path), path).toEqual(anonymous)
        }),
      )
    expect(Math.min(...fewest), path).toBe(0)
    expect(anonymous?.headers.join(), path).not.toContain("set-cookie")
  }
})
