import type { Member } from "~/domain/accounts/actor"
import type { Product } from "~/domain/catalog/product"
import { productPath } from "~/domain/catalog/product-path"
import { MAX_PRICE } from "~/domain/catalog/variants/variant-record"
import { cookieOf, credentialsOf, hiddenFields } from "../members.server"
import type { BenchShop } from "../open-bench.server"

export const peers = {
  node: "bare node:http, 30 kB page",
  express: "Express + helmet + compression, 30 kB page",
  hello: "Express, hello",
  session: "Express + pg, one session row, 30 kB page",
  pg: "Express + pg by hand, list as JSON",
  remix: "minimal Remix, list",
} as const

export type Peer = keyof typeof peers

interface BenchVisitor {
  headers: Record<string, string>
  /** The fields of a posted form */
  body?: string
}

export interface Scenario {
  name: string
  server: Peer | "shop"
  /** One path, or one for each request */
  path: string | (() => string)
  /** Clients take turns as these visitors. */
  visitors: readonly BenchVisitor[]
  /** The peer to compare with, in addition to Express's hello */
  beside?: Peer
}

const browser: BenchVisitor = { headers: { "Accept-Encoding": "gzip, deflate, br", Accept: "text/html" } }
const program: BenchVisitor = { headers: { Accept: "application/json" } }
const search = "category=Kitchen&price%5Bgte%5D=20&price%5Blte%5D=90"
const listJson = "/api/v1/product"

/** Half of the members look around and half confirm, whose own holds are shown to them: as many as clients, so none waits for another's row. */
export async function openScenarios(
  { shop, settings }: BenchShop,
  url: string,
  members: readonly Member[],
  product: Pick<Product, "id" | "name">,
): Promise<Scenario[]> {
  const withForm = ({ headers }: BenchVisitor, fields: Record<string, string> | [string, string][]): BenchVisitor => {
    // The shop refuses a member's form that does not say which site sent it.
    const form = { ...headers, Origin: url, "Content-Type": "application/x-www-form-urlencoded" }
    return { headers: form, body: new URLSearchParams(fields).toString() }
  }
  const withCookie = async ({ headers }: BenchVisitor, owner: Parameters<typeof cookieOf>[2]) => {
    return { headers: { ...headers, Cookie: await cookieOf(shop, settings.SESSION_SECRET, owner) } }
  }
  const [looking, confirming] = [members.slice(0, members.length / 2), members.slice(members.length / 2)]
  const signedIn = (visitor: BenchVisitor) => Promise.all(looking.map((member) => withCookie(visitor, { member })))
  const withCart = await withCookie(browser, { cart: [{ variantId: product.id, quantity: 1 }] })
  const confirmation = async (member: Member) => {
    const visitor = await withCookie(browser, { member })
    const page = await (await fetch(`${url}/order/confirm`, visitor)).text()
    return withForm(visitor, hiddenFields(page))
  }
  const logins = looking.map((member) => withForm(browser, credentialsOf(member)))
  const addition = withForm(browser, { product: product.id, quantity: "1" })
  const list = "/products"
  const pages = { home: "/", list, "filtered search": `/products/steel?${search}`, product: productPath(product) }
  const peer = (server: Peer, path = "/", visitor = browser): Scenario => {
    return { name: peers[server], server, path, visitors: [visitor] }
  }
  const scenario = (beside: Peer, name: string, path: Scenario["path"], visitors = [program]): Scenario => {
    return { name, server: "shop", path, visitors, beside }
  }
  const pagesFor = (beside: Peer, who: string, visitors: BenchVisitor[]) =>
    Object.entries(pages).map(([name, path]) => scenario(beside, `${name}, ${who}`, path, visitors))
  /** Every request names another highest price that no product has, so that no list comes from the cache. */
  let asked = 0
  const anotherList = () => `${listJson}?price%5Blte%5D=${(MAX_PRICE - ++asked) / 100}`
  return [
    ...[peer("node"), peer("express"), peer("hello"), peer("session")],
    ...[peer("pg", listJson, program), peer("remix", list)],
    ...pagesFor("express", "anonymous visitor", [browser]),
    ...pagesFor("session", "anonymous visitor with a cart", [withCart]),
    ...pagesFor("session", "signed in", await signedIn(browser)),
    scenario("remix", "add to cart", pages.product, [addition]),
    scenario("remix", "login", "/login", logins),
    scenario("remix", "confirm", "/order/confirm", await Promise.all(confirming.map(confirmation))),
    scenario("pg", "API list", listJson),
    scenario("pg", "API list, signed in", listJson, await signedIn(program)),
    scenario("pg", "API list, uncached", anotherList),
    scenario("pg", "API search", `${listJson}?keyword=steel&${search}`),
    scenario("pg", "API product", `${listJson}/${product.id}`),
  ]
}
