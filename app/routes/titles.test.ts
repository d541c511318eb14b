import type { RouteConfigEntry } from "@remix-run/route-config"
import { expect, test } from "vitest"
import { findSession, startSession } from "~/domain/accounts/sessions/sessions.server"
import { createCategory } from "~/domain/catalog/categories/save-category.server"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { findOrder } from "~/domain/orders/orders.server"
import { previewImport } from "~/domain/product-table/import/preview-import.server"
import map from "~/routes"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { addressesIn } from "~/testing/pages/addresses.server"
import { productPageOf } from "~/testing/pages/product-page.server"
import { frameFaults } from "~/testing/pages/shop-frame"
import { openBackOfficeTest } from "~/testing/shop/back-office.server"
import { fillCart } from "~/testing/shop/buyers.server"
import { aMember } from "~/testing/shop/people.server"
import { buy, shelve } from "~/testing/shop/test-orders.server"

const here = openBackOfficeTest()

/** The pages of the route map, except the not-found ones */
const pages = ((await map) as RouteConfigEntry[]).filter(({ file, path }) => file.endsWith(".tsx") && path !== "*")

test("every page has its own title, and a different one for another record", async () => {
  const titles = await titlesOf({ product: "Tea pot", page: "imprint", userAgent: "Firefox/1.0" })
  const others = await titlesOf({ product: "Cake stand", page: "terms", userAgent: "Chrome/1.0" })
  const found = Object.values(titles)
  expect(found.length).toBeGreaterThan(60)
  expect(found.filter((title) => !/^\S.{2,} – Counter$/.test(title))).toEqual([])
  expect(found.filter((title, index) => found.indexOf(title) !== index)).toEqual([])
  for (const [address, title] of Object.entries(titles)) {
    if (!(address in others)) expect(Object.values(others), address).not.toContain(title)
  }
})

test("orders have their customer and their number in the title", async () => {
  const order = await buy(here.shop, here.ada, here.mug)
  const { number } = await findOrder(here.shop, here.ada, order)
  const browser = await here.signedIn(here.ada)
  expect(await titleOf(browser, "/orders")).toBe("Ada's order – Counter")
  expect(await titleOf(browser, `/order/${order}`)).toBe(`Order #${number} – Counter`)
  expect(await titleOf(here.adminBrowser, "/admin/orders")).toBe("Order managment – Counter")
  expect(await titleOf(here.adminBrowser, `/admin/order/${order}`)).toBe(`Process order #${number} – Counter`)
})

test("every page has the shop's header and footer with their links, and one first-level heading", async () => {
  const ids = await addRecords({ product: "Milk jug", page: "privacy", userAgent: "Safari/1.0" })
  const visitors = [here.adminBrowser, await here.signedIn(here.ada), here.visitor()]
  const seen = new Set<string>()
  for (const raw of [...addressesIn(pages, ids), "/nowhere", "/admin/nowhere", `/admin/order/${"f".repeat(24)}`]) {
    const address = raw.replace(":kind", "product").replace(":page", "privacy").replace(":version", "0")
    for (const visitor of visitors) {
      const response = await visitor.get(address)
      if (!response.headers.get("Content-Type")?.includes("text/html")) continue
      const html = await response.text()
      seen.add(address)
      const faults = frameFaults(html, { signedIn: visitor !== visitors[2] })
      expect(faults, `${address} ${response.status}`).toEqual([])
    }
  }
  expect(seen.size).toBeGreaterThan(80)
})

type Names = Record<"product" | "page" | "userAgent", string>

/**
 * The title of every page by its address, for one record of each kind, as seen by the first of three visitors with
 * access
 */
async function titlesOf(names: Names): Promise<Record<string, string>> {
  const ids = await addRecords(names)
  const visitors = [here.adminBrowser, await here.signedIn(here.ada), here.visitor()]
  const titles: Record<string, string> = {}
  for (const raw of addressesIn(pages, ids)) {
    const address = raw.replace(":kind", "product").replace(":page", names.page).replace(":version", "0")
    for (const visitor of visitors) titles[address] ||= await titleOf(visitor, address)
  }
  return Object.fromEntries(Object.entries(titles).filter(([, title]) => title !== ""))
}

/** A record of every kind; Ada is about to pay for an order. */
async function addRecords({ product: name, userAgent }: Names) {
  const { shop, admin, ada } = here
  const product = await shelve(shop, admin, { name })
  const slug = (await productPageOf(shop, product)).split("/").at(-1) ?? ""
  const order = await buy(shop, ada, product)
  const user = await aMember(shop, { name: `Friend of ${name}` })
  const csv = new File([`_id,price\n${product},12\n`], `${name}.csv`)
  const { token } = await startSession(shop, ada, { userAgent, address: "" })
  await startCheckout(shop, ada, await fillCart(shop, ada, [{ variantId: product, quantity: 1 }]), null)
  return {
    product,
    category: await createCategory(shop, admin, { name: `Next to a ${name}`, body: "" }),
    slug,
    order,
    user: user.id,
    import: await previewImport(shop, admin, csv),
    devices: (await findSession(shop, token))?.id,
    kind: product,
  }
}

/** Empty where there is no page, or none for this visitor */
async function titleOf(visitor: TestBrowser, address: string): Promise<string> {
  const response = await visitor.get(address)
  const title = /<title>(.*?)<\/title>/.exec(await response.text())?.[1] ?? ""
  return response.status === 200 ? title.replaceAll("&#x27;", "'") : ""
}
