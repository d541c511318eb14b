import type { Product } from "~/domain/catalog/product"
import { productPath } from "~/domain/catalog/product-path"
import type { Visitors } from "./visitors.server"

export const peers = {
  node: "bare node:http, 30 kB page",
  express: "Express + helmet + compression, 30 kB page",
  hello: "Express, hello",
  pg: "Express + pg by hand, list as JSON",
  remix: "minimal Remix, list",
} as const

export type Peer = keyof typeof peers

export interface BenchVisitor {
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
  status: number
  /** The peer to compare with beside Express's hello */
  beside?: Peer
}

const search = "category=Kitchen&price%5Bgte%5D=20&price%5Blte%5D=90"
const LIST = "/products"
const LIST_JSON = "/api/v1/product"

export function scenariosOf(visitors: Visitors, product: Pick<Product, "id" | "name">): Scenario[] {
  const { strangers, withCart, members, programs, memberPrograms, adding, signingIn, confirming } = visitors
  const pages = {
    home: "/",
    list: LIST,
    "filtered search": `/products/steel?${search}`,
    product: productPath(product),
  }
  const read = (name: string, path: string, visitors: BenchVisitor[], beside?: Peer): Scenario => {
    return { name, server: "shop", path, method: "GET", visitors, status: 200, beside }
  }
  const pagesFor = (who: string, some: BenchVisitor[], beside: Peer) =>
    Object.entries(pages).map(([name, path]) => read(`${name}, ${who}`, path, some, beside))
  const write = (name: string, path: string, some: BenchVisitor[]): Scenario => {
    return { ...read(name, path, some, "remix"), method: "POST", status: 302 }
  }
  const peer = (server: Peer, path = "/", some: BenchVisitor[] = strangers): Scenario => {
    return { ...read(peers[server], path, some), server }
  }
  return [
    peer("node"),
    peer("express"),
    peer("hello"),
    peer("pg", LIST_JSON, programs),
    peer("remix", LIST),
    ...pagesFor("stranger", strangers, "express"),
    ...pagesFor("stranger with a cart", withCart, "remix"),
    ...pagesFor("signed in", members, "remix"),
    write("add to cart", pages.product, adding),
    write("login", "/login", signingIn),
    write("confirm", "/order/confirm", confirming),
    read("API list", LIST_JSON, programs, "pg"),
    read("API list, signed in", LIST_JSON, memberPrograms, "pg"),
    read("API search", `${LIST_JSON}?keyword=steel&${search}`, programs, "pg"),
    read("API product", `${LIST_JSON}/${product.id}`, programs, "pg"),
  ]
}
