import { expect, test } from "vitest"
import { markupOf } from "~/testing/pages/markup"
import { initials } from "~/ui/avatar"
import { currentLink } from "./admin-shell"
import { ErrorPage } from "./error-page"

test("a 404 page says so and links home", () => {
  const markup = markupOf(<ErrorPage status={404} />)
  expect(markup).toContain("<h1>Page Not Found</h1>")
  expect(markup).toContain('href="/"')
})

test("a server error shows the id to quote, a wrong address does not", () => {
  expect(markupOf(<ErrorPage status={500} requestId="a1b2c3" />)).toContain("<code>a1b2c3</code>")
  expect(markupOf(<ErrorPage status={404} requestId="a1b2c3" />)).not.toContain("a1b2c3")
})

test("an overloaded shop says that it is not available right now", () => {
  expect(markupOf(<ErrorPage status={503} />)).toContain("not available right now")
})

test("an unusual status still gets a page, and only server errors are described as such", () => {
  expect(markupOf(<ErrorPage status={507} />)).toContain("This is our fault")
  expect(markupOf(<ErrorPage status={418} />)).not.toContain("This is our fault")
})

test("a request that can be retried links back to its page", () => {
  expect(markupOf(<ErrorPage status={400} back="/cart" />)).toMatch(/<a href="\/cart"[^>]*>Go back/)
})

test("the administrator's sidebar marks the list of the record shown", () => {
  const links = [{ to: "/admin/products" }, { to: "/admin/product" }, { to: "/admin/orders" }]
  expect(currentLink(links, "/admin/product")).toBe("/admin/product")
  expect(currentLink(links, "/admin/product/5f")).toBe("/admin/products")
  expect(currentLink(links, "/admin/order/5f")).toBe("/admin/orders")
  expect(currentLink(links, "/admin/products/import")).toBe("/admin/products")
  expect(currentLink([{ to: "/admin/taxes", also: "/admin/tax-report" }], "/admin/tax-report")).toBe("/admin/taxes")
  expect(currentLink([{ to: "/admin/categories" }], "/admin/category/5f/delete")).toBe("/admin/categories")
  expect(currentLink([{ to: "/admin/discounts" }], "/admin/discount")).toBe("/admin/discounts")
  expect(currentLink([{ to: "/admin/attention" }], "/admin/attention/refund/5f")).toBe("/admin/attention")
  expect(currentLink(links, "/admin/audit")).toBeUndefined()
})

test("an avatar shows the first letters of the first and the last name", () => {
  expect(["Ada Lovelace", "  grace  brewster hopper ", "Plato", "", "Ágnes Éva"].map(initials)).toEqual([
    "AL",
    "GH",
    "P",
    "",
    "ÁÉ",
  ])
})
