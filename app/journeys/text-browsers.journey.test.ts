import { execFileSync } from "node:child_process"
import { describe, expect, test } from "vitest"
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import { openStorefrontJourney } from "~/testing/browser/storefront-journey.server"
import { aMember, PASSWORD } from "~/testing/shop/people.server"
import { textBrowsers } from "~/testing/terminal/text-browsers.server"

const journey = openStorefrontJourney()

function isInstalled(program: string): boolean {
  try {
    execFileSync("sh", ["-c", `command -v ${program} && command -v script`], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

describe.each(Object.entries(textBrowsers))("a shopper with %s", (name, open) => {
  test.skipIf(!isInstalled(name))("signs in, fills the cart, removes a line and signs out", async () => {
    const { shop, url } = journey
    const email = `${name}@shop.test`
    const { id } = await aMember(shop, { email })
    const product = journey.idOf("walnut-chess-set")
    const inCart = async () => (await readSavedCart(shop, id)).map(({ variantId, quantity }) => [variantId, quantity])
    const sessions = () => shop.db.selectFrom("sessions").select("id").where("user_id", "=", id).execute()

    const login = `${url}/login?${new URLSearchParams({ redirect: `/product/${product}` })}`
    const browser = open(login)
    try {
      await browser.terminal.shows("Forgot")
      await browser.fill("Email", email)
      await browser.fill("Password", PASSWORD)
      await browser.press("Login", "Add to cart")
      expect(await sessions()).toHaveLength(1)
      await browser.press("Add to cart", "Item added to cart")
      await expect.poll(inCart).toEqual([[product, 1]])
      await browser.press("Cart,", "Check out")
      await browser.press("Remove", "No items on cart")
      expect(await inCart()).toEqual([])
      await browser.press("Logout", /Log(ged|in)/)
      await expect.poll(sessions).toEqual([])
    } finally {
      browser.terminal.close()
    }
  })
})
