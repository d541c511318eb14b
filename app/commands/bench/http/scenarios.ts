import type { Product } from "~/domain/catalog/product"
import { productPath } from "~/domain/catalog/product-path"
import { parseProductFilter, productsPath } from "~/domain/search/product-filter"
import type { BenchVisitor } from "./load.server"
import type { Visitors } from "./visitors.server"

export const peers = {
  node: "bare node:http, 30 kB page",
  express: "Express + helmet + compression, 30 kB page",
  hello: "Express, hello",
  pg: "Express + pg by hand, list as JSON",
  remix: "minimal Remix, list",
} as const

export type Peer = keyof typeof peers

export interface Scenario {
  name: string
  server: Peer | "shop"
  path: string
  method: "GET" | "POST"
  visitors: BenchVisitor[]
  status: number
  /** The peer to compare with beside Express's hello */
  beside?: Peer
}

const search = new URLSearchParams("keyword=steel&category=Kitchen&price[gte]=20&price[lte]=90")
const LIST = "/products"
const LIST_JSON = "/api/v1/product"

export function scenariosOf(visitors: Visitors, product: Pick<Product, "id" | "name">): Scenario[] {
  const { strangers, withCart, members, programs, memberPrograms } = visitors
  const pages = {
    home: "/",
    list: LIST,
    "filtered search": productsPath(parseProductFilter(search)),
    product: productPath(product),
  }
  const pagesFor = (who: string, some: BenchVisitor[], beside: Peer) =>
    Object.entries(pages).map(([name, path]) => read(`${name}, ${who}`, path, some, beside))
  const peer = (server: Peer, path: string, some: BenchVisitor[]): Scenario => {
    return { ...read(peers[server], path, some), server }
  }
  return [
    peer("node", "/", strangers),
    peer("express", "/", strangers),
    peer("hello", "/", strangers),
    peer("pg", LIST_JSON, programs),
    peer("remix", LIST, strangers),
    ...pagesFor("stranger", strangers, "express"),
    ...pagesFor("stranger with a cart", withCart, "remix"),
    ...pagesFor("signed in", members, "remix"),
    write("add to cart", pages.product, visitors.adding),
    write("login", "/login", visitors.signingIn),
    write("confirm", "/order/confirm", visitors.confirming),
    read("API list", LIST_JSON, programs, "pg"),
    read("API list, signed in", LIST_JSON, memberPrograms, "pg"),
    read("API search", `${LIST_JSON}?${search}`, programs, "pg"),
    read("API product", `${LIST_JSON}/${product.id}`, programs, "pg"),
  ]
}

function read(name: string, path: string, visitors: BenchVisitor[], beside?: Peer): Scenario {
  return { name, server: "shop", path, method: "GET", visitors, status: 200, beside }
}

function write(name: string, path: string, visitors: BenchVisitor[]): Scenario {
  return { ...read(name, path, visitors, "remix"), method: "POST", status: 302 }
}
