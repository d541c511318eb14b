import type { Browser, BrowserContext, Page } from "playwright"
import type { Member } from "~/domain/accounts/actor"
import type { User } from "~/domain/accounts/user"
import type { Cart } from "~/domain/cart/cart"
import { type BrowserMode, openVisitor } from "../browser/browser.server"
import type { Journey } from "../browser/journey.server"
import { newSessionCookie } from "../pages/session-cookie.server"
import type { BuiltShop } from "../processes/built-shop.server"
import { addBuyer, fillCart } from "./buyers.server"

export interface Shopper {
  context: BrowserContext
  page: Page
  member: Member
}

/** A signed-in browser with an address and a filled cart */
export async function openShopper(journey: Journey, mode: BrowserMode, cart: Cart): Promise<Shopper> {
  const member = await addBuyer(journey.shop)
  await fillCart(journey.shop, member, cart)
  const context = await openSignedIn(journey.browser, journey, mode, member)
  return { context, member, page: await context.newPage() }
}

/** A new signed-in browser */
export async function openSignedIn(
  browser: Browser,
  built: BuiltShop,
  mode: BrowserMode,
  user: Pick<User, "id" | "role">,
): Promise<BrowserContext> {
  const context = await openVisitor(browser, built.url, mode)
  const line = await newSessionCookie(built.shop, user)
  const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s)
  await context.addCookies([{ name, value, url: built.url }])
  return context
}
