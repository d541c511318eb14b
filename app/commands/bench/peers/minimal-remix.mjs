// @ts-check
// The list as the smallest Remix application says it: one query, one route, compressed, and nothing around it.
import { PassThrough } from "node:stream"
import { createRequestHandler } from "@remix-run/express"
import { createReadableStreamFromReadable } from "@remix-run/node"
import { Link, Links, Meta, Outlet, RemixServer, Scripts, ScrollRestoration, useLoaderData } from "@remix-run/react"
import compression from "compression"
import express from "express"
import pg from "pg"
import { createElement as h } from "react"
import { renderToPipeableStream } from "react-dom/server"
import { listen } from "./listen.mjs"

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

const newest = `
  select products.id, name, price, stock, rating, num_reviews, picture.key, picture.widths
  from (select * from products where deleted_at is null order by created_at desc, id desc limit 12) products
  left join lateral (
    select pictures.key, pictures.widths from product_images join pictures on pictures.id = picture_id
    where product_images.product_id = products.id order by position limit 1
  ) picture on true
  order by products.created_at desc, products.id desc`

const root = {
  default: () =>
    h(
      "html",
      { lang: "en" },
      h("head", null, h("meta", { charSet: "utf-8" }), h(Meta), h(Links)),
      h("body", null, h("header", null, h(Link, { to: "/" }, "Shop")), h(Outlet), h(ScrollRestoration), h(Scripts)),
    ),
}

const list = {
  async loader() {
    const [products, counted] = await Promise.all([
      pool.query(newest),
      pool.query("select count(*)::int as count from products where deleted_at is null"),
    ])
    return { products: products.rows, count: counted.rows[0].count }
  },
  default: () => {
    const { products, count } = /** @type {any} */ (useLoaderData())
    const cards = products.map((/** @type {any} */ product) => h("li", { key: product.id }, h(Card, product)))
    return h("main", null, h("h1", null, "Products"), h("p", null, `${count} products`), h("ul", null, cards))
  },
}

/** @param {any} product */
function Card({ id, name, price, stock, rating, num_reviews: reviews, key, widths }) {
  const picture = (/** @type {number} */ width) => `/media/${key}-${width}.jpg`
  const srcSet = (widths ?? []).map((/** @type {number} */ width) => `${picture(width)} ${width}w`).join(", ")
  return h(
    Link,
    { to: `/product/${id}` },
    widths &&
      h("img", { src: picture(Math.max(...widths)), srcSet, alt: "", loading: "lazy", width: 600, height: 600 }),
    h("span", null, name),
    h("span", null, `${rating} of 5, ${reviews} reviews`),
    h("span", null, `$${(price / 100).toFixed(2)}`),
    stock < 1 && h("span", null, "Sold out"),
  )
}

const entry = {
  default: (
    /** @type {Request} */ request,
    /** @type {number} */ status,
    /** @type {Headers} */ headers,
    /** @type {any} */ context,
  ) =>
    new Promise((resolve, reject) => {
      const { pipe } = renderToPipeableStream(h(RemixServer, { context, url: request.url }), {
        onShellReady() {
          const body = new PassThrough()
          headers.set("Content-Type", "text/html; charset=utf-8")
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
          pipe(body)
        },
        onShellError: reject,
      })
    }),
}

const routes = {
  root: { id: "root", path: "", module: root },
  list: { id: "list", parentId: "root", path: "products", module: list },
}
const known = Object.values(routes).map((route) => [
  route.id,
  { ...route, module: `/assets/${route.id}.js`, imports: [], hasLoader: route.id === "list", hasAction: false },
])
const future = {
  v3_fetcherPersist: true,
  v3_lazyRouteDiscovery: true,
  v3_relativeSplatPath: true,
  v3_singleFetch: true,
  v3_throwAbortReason: true,
}
const build = {
  entry: { module: entry },
  routes,
  assets: {
    entry: { module: "/assets/entry.js", imports: [] },
    routes: Object.fromEntries(known),
    url: "/assets/manifest.js",
    version: "bench",
  },
  publicPath: "/",
  assetsBuildDirectory: "build/client",
  basename: "/",
  mode: "production",
  isSpaMode: false,
  future,
}

listen(express().use(compression(), createRequestHandler({ build: /** @type {any} */ (build), mode: "production" })))
