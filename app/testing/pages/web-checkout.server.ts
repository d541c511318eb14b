import { beforeEach } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import type { Cart } from "~/domain/cart/cart"
import type { TestBrowser } from "../browser/test-browser.server"
import { openForTests } from "../processes/open-for-tests"
import { fillCart } from "../shop/buyers.server"
import { type CheckoutTest, withBuyer } from "../shop/checkout-test.server"
import { openTestServer, type TestServer } from "./test-server.server"

/** Card form that succeeds in the sandbox */
export const card = { number: "4242 4242 4242 4242", expiry: "12/99", cvc: "123" }

interface WebCheckoutTest extends TestServer, CheckoutTest {
  /** Signed in as `ada` */
  browser: TestBrowser
}

/** A shop over HTTP for the tests of a file, with a new signed-in shopper and product for each test */
export function openWebCheckoutTest(): WebCheckoutTest & ReturnType<typeof walkWith> {
  const here = withBuyer(openForTests(openTestServer)) as WebCheckoutTest
  beforeEach(async () => {
    here.browser = await here.signedIn(here.ada)
  })
  return Object.assign(here, walkWith(here))
}

function walkWith(here: WebCheckoutTest) {
  async function page(path: string, by = here.browser) {
    const answer = await by.get(path)
    return { status: answer.status, location: answer.headers.get("Location"), html: await answer.text() }
  }
  return {
    page,
    async confirm(cart: Cart = [{ variantId: here.tray, quantity: 2 }], by = here.browser, who: Member = here.ada) {
      await fillCart(here.shop, who, cart)
      const { html } = await page("/order/confirm", by)
      return by.post("/order/confirm", hiddenFields(html))
    },
    /** Returns the `Location` of a response and its toast. */
    async leads(answer: Response, by = here.browser) {
      const location = answer.headers.get("Location") ?? ""
      const { html } = await page(location, by)
      const says = /<li class="toast[\s\S]*?<p>(.*?)<\/p>/.exec(html)?.[1] ?? null
      return { status: answer.status, location, says, html }
    },
  }
}

/** Hidden fields of a page's form */
export function hiddenFields(html: string): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const [, name = "", value = ""] of html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)) {
    found[name] = [...(found[name] ?? []), value]
  }
  return found
}
