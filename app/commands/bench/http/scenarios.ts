import type { Product } from "~/domain/catalog/product"
import { productPath } from "~/domain/catalog/product-path"
import { parseProductFilter, productsPath } from "~/domain/search/product-filter"
import type { BenchVisitor } from "./load-job"
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
  /** What it is compared with beside Express saying hello. */
  beside?: Peer
}

const search = new URLSearchParams("keyword=steel&category=Kitchen&price[gte]=20&price[lte]=90")
const LIST = "/products"
const LIST_JSON = "/api/v1/product"

/** What is measured, in the order of the table. */
export function scenariosOf(visitors: Visitors, product: Pick<Product, "id" | "name">): Scenario[] {
  const pages = {
    home: "/",
    list: LIST,
    "filtered search": productsPath(parseProductFilter(search)),
    product: productPath(product),
  }
  const pagesFor = (who: string, some: BenchVisitor[], beside: Peer): Scenario[] =>
    Object.entries(pages).map(([name, path]) => read("shop", `${name}, ${who}`, path, some, beside))
  return [
    ...peerScenarios(visitors),
    ...pagesFor("stranger", visitors.strangers, "express"),
    ...pagesFor("stranger with a cart", visitors.withCart, "remix"),
    ...pagesFor("signed in", visitors.members, "remix"),
    write("add to cart", pages.product, visitors.adding),
    write("login", "/login", visitors.signingIn),
    write("confirm", "/order/confirm", visitors.confirming),
    read("shop", "API list", LIST_JSON, visitors.programs, "pg"),
    read("shop", "API list, signed in", LIST_JSON, visitors.memberPrograms, "pg"),
    read("shop", "API search", `${LIST_JSON}?${search}`, visitors.programs, "pg"),
    read("shop", "API product", `${LIST_JSON}/${product.id}`, visitors.programs, "pg"),
  ]
}

function peerScenarios({ strangers, programs }: Visitors): Scenario[] {
  return [
    read("node", peers.node, "/", strangers),
    read("express", peers.express, "/", strangers),
    read("hello", peers.hello, "/", strangers),
    read("pg", peers.pg, LIST_JSON, programs),
    read("remix", peers.remix, LIST, strangers),
  ]
}

function read(
  server: Scenario["server"],
  name: string,
  path: string,
  visitors: BenchVisitor[],
  beside?: Peer,
): Scenario {
  return { name, server, path, method: "GET", visitors, status: 200, beside }
}

/** Forms are answered with a redirect. */
function write(name: string, path: string, visitors: BenchVisitor[]): Scenario {
  return { name, server: "shop", path, method: "POST", visitors, status: 302, beside: "remix" }
}
