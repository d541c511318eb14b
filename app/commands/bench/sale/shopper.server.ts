import { setTimeout as sleep } from "node:timers/promises"
import { productPath } from "~/domain/catalog/product-path"
import { hiddenFields } from "../members.server"
import type { HotProduct, SaleBuyer } from "./sale-shop.server"

type RequestKind = "page" | "personal page" | "into the cart" | "sign-in" | "confirmation" | "payment"

export interface SeenResponse {
  kind: RequestKind
  /** 0 without a response */
  status: number
  /** Seconds until a retry; 0 if the response does not say */
  wait: number
  milliseconds: number
}

/** Properties that all shoppers of a sale share */
interface Surroundings {
  /** The shop's processes, which take turns */
  urls: readonly string[]
  /** Milliseconds, on average */
  readingTime: number
  /** Ends visits after the current request */
  over: AbortSignal
  seen: SeenResponse[]
}

type Shopper = ReturnType<typeof openShopper>

type Fields = Record<string, string> | [string, string][]

const TIMEOUT = 30_000
/** Shoppers retry after a 503 that says when, but not forever. */
const MAX_TRIES = 5
const MAX_WAIT = 30
const CARD: [string, string][] = Object.entries({ number: "4242424242424242", expiry: "12/99", cvc: "123" })

let turn = 0

/** Keeps cookies and reads each page for a while. Limits count by address, so every shopper has their own. */
export function openShopper({ urls, readingTime, over, seen }: Surroundings, address: string, cookie: string | null) {
  const cookies = new Map<string, string>()
  if (cookie) keep(cookie)

  function keep(line: string): void {
    const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split("=", 2)
    if (/max-age=0\b|Thu, 01 Jan 1970/i.test(line)) cookies.delete(name)
    else cookies.set(name, value)
  }

  async function request(kind: RequestKind, path: string, fields?: Fields) {
    for (let tries = 1; ; tries++) {
      const began = performance.now()
      const response: SeenResponse = { kind, status: 0, wait: 0, milliseconds: 0 }
      seen.push(response)
      try {
        const { status, headers, text } = await send(path, fields)
        Object.assign(response, { status, wait: Number(headers.get("Retry-After")) })
        if (status !== 503 || tries === MAX_TRIES)
          return { kind, status, text, location: headers.get("Location") ?? "" }
      } finally {
        response.milliseconds = performance.now() - began
      }
      await sleep(1_000 * Math.min(response.wait, MAX_WAIT), undefined, { signal: over })
    }
  }

  async function send(path: string, fields?: Fields) {
    const Cookie = [...cookies].map((pair) => pair.join("=")).join("; ")
    const url = new URL(path, urls[turn++ % urls.length])
    const response = await fetch(url, {
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
      headers: { Accept: "text/html", "X-Forwarded-For": address, Cookie, ...(fields && { Origin: url.origin }) },
      signal: AbortSignal.timeout(TIMEOUT),
      redirect: "manual",
    })
    response.headers.getSetCookie().forEach(keep)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  async function open(path: string): Promise<string> {
    const response = await request(cookies.size === 0 ? "page" : "personal page", path)
    if (response.status !== 200) throw refusal(response)
    await sleep(readingTime * (0.5 + Math.random()), undefined, { signal: over })
    return response.text
  }

  return {
    open,
    /** Sends a form that leads to a page whose address begins with `next`, and opens that one. */
    async submit(kind: RequestKind, path: string, fields: Fields, next: string): Promise<string> {
      const response = await request(kind, path, fields)
      if (!response.location.startsWith(next)) throw refusal(response)
      return open(response.location)
    },
  }
}

export async function browseShop({ open }: Shopper, product: HotProduct): Promise<void> {
  for (const path of ["/", "/products", productPath(product)]) await open(path)
}

/** Buys one unit of each product; throws an error with the reason if that fails. */
export async function buy(
  { open, submit }: Shopper,
  products: readonly HotProduct[],
  credentials: SaleBuyer["credentials"],
): Promise<void> {
  for (const product of products)
    await submit("into the cart", productPath(product), { product: product.id, quantity: "1" }, "/product/")
  const confirm = "/order/confirm"
  const login = `/login?redirect=${confirm}`
  if (credentials) await open(login)
  const offer = await (credentials ? submit("sign-in", login, credentials, confirm) : open(confirm))
  const payment = await submit("confirmation", confirm, hiddenFields(offer), "/process/payment")
  await submit("payment", "/process/payment", [...hiddenFields(payment), ...CARD], "/success")
}

function refusal({ kind, status, location, text }: Record<"kind" | "location" | "text", string> & { status: number }) {
  if (location === "/cart" || /out of stock|is left|no longer/i.test(text)) return new Error("sold out")
  return new Error(`${kind}: ${status}${location && ` to ${location}`}`)
}
