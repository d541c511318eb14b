import { type Member, requireMember } from "~/domain/accounts/actor"
import { hashPassword } from "~/domain/accounts/passwords/passwords.server"
import { insertUser } from "~/domain/accounts/register.server"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { saveCartLine } from "~/domain/cart/saved-cart.server"
import type { Product } from "~/domain/catalog/product"
import { productPath } from "~/domain/catalog/product-path"
import { newObjectId } from "~/domain/object-id.server"
import { saveShipping } from "~/domain/shipping/shipping.server"
import type { Shop } from "~/domain/shop"
import { BenchError } from "../programs.server"

export const peers = {
  node: "bare node:http, 30 kB page",
  express: "Express + helmet + compression, 30 kB page",
  hello: "Express, hello",
  pg: "Express + pg by hand, list as JSON",
  remix: "minimal Remix, list",
} as const

export type Peer = keyof typeof peers

interface BenchVisitor {
  headers: Record<string, string>
  body?: string
}

export interface Scenario {
  name: string
  server: Peer | "shop"
  path: string
  method: "GET" | "POST"
  /** Clients take turns as these visitors. */
  visitors: readonly BenchVisitor[]
  /** Every response must have a status of this class. */
  status: "2xx" | "3xx"
  /** The peer to compare with beside Express's hello */
  beside?: Peer
}

export const PASSWORD = "a password for the bench"
const browser: BenchVisitor = { headers: { "Accept-Encoding": "gzip, deflate, br", Accept: "text/html" } }
const program: BenchVisitor = { headers: { Accept: "application/json" } }
const search = "category=Kitchen&price%5Bgte%5D=20&price%5Blte%5D=90"
const listJson = "/api/v1/product"

/** Half of the members look around and half confirm, whose own holds are shown to them: as many as clients, so none waits for another's row. */
export async function openScenarios(
  url: string,
  members: readonly Member[],
  product: Pick<Product, "id" | "name">,
): Promise<Scenario[]> {
  const half = members.length / 2
  const signIn = ({ email }: Member) => withForm(browser, { email, password: PASSWORD })
  const enter = (member: Member) => afterPost(`${url}/login`, signIn(member))
  // One half after the other: the shop lets about a hundred sign-ins wait.
  const inside = await Promise.all(members.slice(0, half).map(enter))
  const enterAndConfirm = async (member: Member) => {
    const { headers } = await enter(member)
    const page = await (await fetch(`${url}/order/confirm`, { headers })).text()
    return withForm({ headers }, hiddenFields(page))
  }
  const confirming = await Promise.all(members.slice(half).map(enterAndConfirm))
  const adding = withForm(browser, { product: product.id, quantity: "1" })
  const withCart = await afterPost(`${url}/product/${product.id}`, adding)
  const programsInside = inside.map(({ headers: { Cookie = "" } }) => ({ headers: { ...program.headers, Cookie } }))
  const pages = {
    home: "/",
    list: "/products",
    "filtered search": `/products/steel?${search}`,
    product: productPath(product),
  }
  const read = (name: string, path: string, visitors: BenchVisitor[], beside?: Peer): Scenario => {
    return { name, server: "shop", path, method: "GET", visitors, status: "2xx", beside }
  }
  const pagesFor = (who: string, visitors: BenchVisitor[], beside: Peer) =>
    Object.entries(pages).map(([name, path]) => read(`${name}, ${who}`, path, visitors, beside))
  const write = (name: string, path: string, visitors: BenchVisitor[]): Scenario => {
    return { ...read(name, path, visitors, "remix"), method: "POST", status: "3xx" }
  }
  const peer = (server: Peer, path = "/", visitor = browser): Scenario => {
    return { ...read(peers[server], path, [visitor]), server }
  }
  return [
    peer("node"),
    peer("express"),
    peer("hello"),
    peer("pg", listJson, program),
    peer("remix", pages.list),
    ...pagesFor("stranger", [browser], "express"),
    ...pagesFor("stranger with a cart", [withCart], "remix"),
    ...pagesFor("signed in", inside, "remix"),
    write("add to cart", pages.product, [adding]),
    write("login", "/login", members.slice(0, half).map(signIn)),
    write("confirm", "/order/confirm", confirming),
    read("API list", listJson, [program], "pg"),
    read("API list, signed in", listJson, programsInside, "pg"),
    read("API search", `${listJson}?keyword=steel&${search}`, [program], "pg"),
    read("API product", `${listJson}/${product.id}`, [program], "pg"),
  ]
}

const address = {
  address: "1 Main Street",
  suburb: "Springfield",
  state: "IL",
  country: "US",
  pinCode: "62701",
  phoneNo: "2175550123",
}

/** Members with an address, and with a unit of `product` in the cart. */
export async function addMembers(shop: Shop, count: number, product?: string): Promise<Member[]> {
  const password_hash = await hashPassword(PASSWORD)
  const add = async (_: unknown, number: number) => {
    const id = newObjectId(shop.now())
    await insertUser(shop, { id, name: `Bench ${number}`, email: `${id}@bench.invalid`, password_hash })
    const member = requireMember(await findActiveUser(shop, id))
    await saveShipping(shop, member, address)
    if (product) await shop.transaction((tx) => saveCartLine(tx, id, { variantId: product, quantity: 1 }))
    return member
  }
  return Promise.all(Array.from({ length: count }, add))
}

/** All hidden fields of a page, names repeated. */
export function hiddenFields(page: string): [string, string][] {
  const fields = page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return [...fields].map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")])
}

function withForm({ headers }: BenchVisitor, fields: Record<string, string> | [string, string][]): BenchVisitor {
  const form = { ...headers, "Content-Type": "application/x-www-form-urlencoded" }
  return { headers: form, body: new URLSearchParams(fields).toString() }
}

/** Drops the toast's cookie, which the first page would clear. */
async function afterPost(url: string, visitor: BenchVisitor): Promise<BenchVisitor> {
  const response = await fetch(url, { method: "POST", ...visitor, redirect: "manual" })
  if (response.status >= 400) throw new BenchError(`POST ${url} was answered with ${response.status}`)
  const cookies = response.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "")
  return { headers: { ...browser.headers, Cookie: cookies.filter((cookie) => !/toast/i.test(cookie)).join("; ") } }
}
