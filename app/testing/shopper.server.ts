import type { Browser, BrowserContext, Page } from "playwright"
import { startSession } from "~/domain/accounts/sessions.server"
import type { Member } from "~/domain/accounts/user"
import type { Cart } from "~/domain/cart/cart"
import { openSessionCookie } from "~/http/session-cookie.server"
import { openVisitor, type Ways } from "./browser.server"
import { type BuiltShop, journeySecret } from "./built-shop.server"
import { addBuyer, fillCart } from "./buyers.server"

export interface Shopper {
  context: BrowserContext
  page: Page
  member: Member
}

/** A browser in which somebody with an address is signed in and has something in the cart. */
export async function openShopper(browser: Browser, built: BuiltShop, ways: Ways, cart: Cart): Promise<Shopper> {
  const context = await openVisitor(browser, built.url, ways)
  const member = await addBuyer(built.shop)
  await fillCart(built.shop, member, cart)
  const token = await startSession(built.shop, member.id, { userAgent: "", address: "" })
  const line = await openSessionCookie({ secrets: [journeySecret], secure: false }).write({ token, cart: [] })
  const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s)
  await context.addCookies([{ name, value, url: built.url }])
  return { context, member, page: await context.newPage() }
}
