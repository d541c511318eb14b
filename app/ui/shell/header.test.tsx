import { expect, test } from "vitest"
import { parseHtml, textIn } from "~/testing/markup/html-tree"
import { markupOf } from "~/testing/pages/markup"
import { Footer } from "./footer"
import { Header } from "./header"

const shop = { shopName: "Counter", site: {}, cartCount: 2, path: "/products" }
const grace = { name: "Grace Hopper", isAdmin: false }

test("a visitor's profile icon links to the login, without an account menu", () => {
  const markup = markupOf(<Header {...shop} user={null} />)
  expect(markup).toContain('href="/login"')
  expect(markup).not.toContain("/logout")
  expect(textIn(parseHtml(markup)).replace(/\s+/g, " ")).toContain("Cart, 2 items")
})

test("a shopper's menu has orders, profile, cart and logout, and no dashboard", () => {
  const markup = markupOf(<Header {...shop} user={grace} />)
  for (const path of ["/orders", "/account", "/cart"]) expect(markup).toContain(`href="${path}"`)
  expect(markup).toContain("Cart (2)")
  expect(markup).toMatch(/<form[^>]*method="post"[^>]*action="\/logout"/)
  expect(markup).not.toContain("/admin")
})

test("an administrator's menu links to the dashboard", () => {
  expect(markupOf(<Header {...shop} user={{ ...grace, isAdmin: true }} />)).toContain('href="/admin/dashboard"')
})

test("the search box sends its keyword to the products and shows it again", () => {
  const markup = markupOf(<Header {...shop} user={null} keyword="lamp" />)
  expect(markup).toMatch(/<form[^>]*method="get"[^>]*action="\/products"/)
  expect(markup).toMatch(/<input[^>]*name="keyword"[^>]*value="lamp"/)
})

test("the current page's link is marked", () => {
  expect(markupOf(<Header {...shop} user={null} />)).toMatch(/aria-current="page"[^>]*href="\/products"/)
})

test("the logo is next to the shop's name, which describes it", () => {
  const picture = {
    id: "1",
    alt: "Counter",
    width: 200,
    height: 100,
    placeholder: "",
    stem: "/media/logo",
    widths: [200],
  }
  const markup = markupOf(<Header {...shop} site={{ logo: picture }} user={null} />)
  expect(markup).toMatch(/<img[^>]*src="\/media\/logo-200\.jpg"[^>]*alt=""[^>]*>.*Counter/)
})

test("the footer shows as much of the shop's address as the settings have", () => {
  const markup = markupOf(
    <Footer
      shopName="Counter"
      site={{ address: "1 Main Street", telephone: "+1 (212) 555-0100", socialLinks: ["https://www.example.com/us"] }}
      signedIn={false}
    />,
  )
  expect(markup).toContain("<address>1 Main Street</address>")
  expect(markup).toContain('href="tel:+12125550100"')
  expect(markup).toContain(">example.com</a>")
  expect(markup).not.toContain("Tax ID")
})

test("the footer offers the login to visitors and the account to shoppers", () => {
  const visitor = markupOf(<Footer shopName="Counter" site={{}} signedIn={false} />)
  const shopper = markupOf(<Footer shopName="Counter" site={{}} signedIn />)
  expect(visitor).toContain('href="/login"')
  expect(visitor).not.toContain('href="/orders"')
  expect(shopper).toContain('href="/account"')
  expect(shopper).toContain('href="/orders"')
  expect(shopper).not.toContain('href="/login"')
})
