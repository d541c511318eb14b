import { productPath } from "~/domain/catalog/product-path"
import { hiddenFields } from "../http/scenarios.server"
import type { SaleBrowser } from "./browser.server"

export interface HotProduct {
  id: string
  name: string
}

interface Shopper {
  browser: SaleBrowser
  /** Waits for the time that a person reads a page. */
  read: () => Promise<unknown>
}

const CARD = { number: "4242424242424242", expiry: "12/99", cvc: "123" }

export async function lookAround({ browser, read }: Shopper, product: HotProduct): Promise<void> {
  for (const path of ["/", "/products", productPath(product)]) {
    await browser.get(path)
    await read()
  }
}

/** Buys one unit of each product; returns null, or why there is no order. */
export async function buy(
  { browser, read }: Shopper,
  products: readonly HotProduct[],
  credentials: Record<string, string> | null,
): Promise<string | null> {
  for (const product of products) {
    const added = await browser.post("into the cart", productPath(product), { product: product.id, quantity: "1" })
    if (added.status !== 303) return reasonOf("the cart", added)
    await browser.get(added.location)
    await read()
  }
  if (credentials) {
    const address = "/login?redirect=/order/confirm"
    await browser.get(address)
    await read()
    const signedIn = await browser.post("sign-in", address, credentials)
    if (signedIn.location !== "/order/confirm") return reasonOf("the sign-in", signedIn)
  }
  const offer = await browser.get("/order/confirm")
  if (offer.status !== 200) return reasonOf("the offer", offer)
  await read()
  const confirmed = await browser.post("confirmation", "/order/confirm", hiddenFields(offer.text))
  if (confirmed.location !== "/process/payment") return reasonOf("the confirmation", confirmed)
  const payment = await browser.get("/process/payment")
  await read()
  const fields = [...hiddenFields(payment.text), ...Object.entries(CARD)]
  const paid = await browser.post("payment", "/process/payment", fields)
  if (!paid.location.startsWith("/success")) return reasonOf("the payment", paid)
  await browser.get(paid.location)
  return null
}

type Response = Awaited<ReturnType<SaleBrowser["get"]>>

function reasonOf(step: string, { status, location, text }: Response): string {
  if (location === "/cart" || /out of stock|is left|no longer/i.test(text)) return "sold out"
  return `${step}: ${status}${location && ` to ${location}`}`
}
