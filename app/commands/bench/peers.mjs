// `node peers.mjs <name>` serves one of the shop's peers on PORT.
import { createServer } from "node:http"
import { PassThrough } from "node:stream"
import { createRequestHandler } from "@remix-run/express"
import { createReadableStreamFromReadable } from "@remix-run/node"
import { Link, Links, Meta, Outlet, RemixServer, Scripts, ScrollRestoration, useLoaderData } from "@remix-run/react"
import compression from "compression"
import express from "express"
import helmet from "helmet"
import pg from "pg"
import { createElement as h } from "react"
import { renderToPipeableStream } from "react-dom/server"

/** 30 kB that compress like a page */
const finishedPage = pageOf(30_000)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

const peers = {
  node() {
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Length": finishedPage.length }
    return (_request, response) => response.writeHead(200, headers).end(finishedPage)
  },

  hello: () => express().get("/", (_request, response) => void response.send("Hello")),

  /** Express with the usual middleware of a production app */
  express() {
    const app = express().use(helmet(), compression())
    return app.get("/", (_request, response) => void response.type("html").send(finishedPage))
  },

  /** GET /api/v1/product by hand: the same body from the same tables */
  pg: () =>
    express().get("/api/v1/product", async (_request, response) => {
      const { count, products } = await readList(NEWEST)
      const counts = { productCount: count, resultPerPage: 12, filteredProductCount: count }
      response.json({ success: true, status: "success", products: products.map(productOf), ...counts })
    }),

  /** The list as the smallest Remix application: one query, one route, compressed */
  remix() {
    const build = remixBuild()
    return express().use(compression(), createRequestHandler({ build, mode: "production" }))
  },
}

const newest = "(select * from products where is_public order by created_at desc, id desc limit 12) products"
const fromPictures =
  "from product_images join pictures on pictures.id = picture_id where product_images.product_id = products.id"

/** The products of the bench have pictures and no options. */
const NEWEST = `
  select products.id as _id, name, price, category, stock, rating, num_reviews as "numReviews", facts, options,
    products.created_at as "createdAt", description as desc, images, variants
  from ${newest} join product_descriptions on product_id = products.id, lateral (
    select json_agg(json_build_object('id', pictures.id, 'key', key, 'widths', widths) order by position) as images
    ${fromPictures}
  ) pictures, lateral (
    select json_agg(json_build_object('_id', id, 'name', title, 'values', option_values, 'sku', sku, 'gtin', gtin,
      'price', price, 'stock', stock, 'weightGrams', weight_grams)) as variants
    from variants where product_id = products.id and removed_at is null
  ) variants
  order by products.created_at desc, products.id desc`

const NEWEST_CARDS = `
  select products.id, name, price, stock, rating, num_reviews, picture.key, picture.widths
  from ${newest} left join lateral (select key, widths ${fromPictures} order by position limit 1) picture on true
  order by products.created_at desc, products.id desc`

createServer(peers[process.argv[2] ?? ""]?.()).listen(Number(process.env.PORT), "localhost")

function pageOf(bytes) {
  let body = ""
  for (let seed = 1; body.length < bytes - 100; seed = (seed * 48_271) % 2_147_483_647) {
    body += `<li><a href="/product/${seed.toString(16)}">Product ${seed % 9_973}</a> $${seed % 500}.00</li>\n`
  }
  return `<!doctype html><title>A finished page</title><ul>${body}</ul>`.slice(0, bytes)
}

async function readList(query) {
  const count = pool.query("select count(*)::int as count from products where is_public")
  const [products, counted] = await Promise.all([pool.query(query), count])
  return { products: products.rows, count: counted.rows[0].count }
}

function productOf({ price, rating, createdAt, images, variants, ...row }) {
  const media = `${process.env.SHOP_URL}/media`
  return {
    ...row,
    price: price / 100,
    ratings: Number(rating),
    createdAt: createdAt.toISOString(),
    images: images.map(({ id, key, widths }) => {
      return { _id: id, public_id: id, url: `${media}/${key}-${Math.max(...widths)}.jpg` }
    }),
    variants: variants.map((variant) => ({ ...variant, price: variant.price / 100 })),
  }
}

function remixBuild() {
  function Root() {
    const head = h("head", null, h("meta", { charSet: "utf-8" }), h(Meta), h(Links))
    const header = h("header", null, h(Link, { to: "/" }, "Shop"))
    return h("html", { lang: "en" }, head, h("body", null, header, h(Outlet), h(ScrollRestoration), h(Scripts)))
  }

  const loader = () => readList(NEWEST_CARDS)

  function List() {
    const { products, count } = useLoaderData()
    const cards = products.map((product) => h("li", { key: product.id }, h(Card, product)))
    return h("main", null, h("h1", null, "Products"), h("p", null, `${count} products`), h("ul", null, cards))
  }

  function Card({ id, name, price, stock, rating, num_reviews: reviews, key, widths }) {
    const picture = (width) => `/media/${key}-${width}.jpg`
    const srcSet = (widths ?? []).map((width) => `${picture(width)} ${width}w`).join(", ")
    const shown = { srcSet, alt: "", loading: "lazy", width: 600, height: 600 }
    return h(
      Link,
      { to: `/product/${id}` },
      widths && h("img", { src: picture(Math.max(...widths)), ...shown }),
      h("span", null, name),
      h("span", null, `${rating} of 5, ${reviews} reviews`),
      h("span", null, `$${(price / 100).toFixed(2)}`),
      stock < 1 && h("span", null, "Sold out"),
    )
  }

  function handleDocumentRequest(request, status, headers, context) {
    return new Promise((resolve, reject) => {
      const { pipe } = renderToPipeableStream(h(RemixServer, { context, url: request.url }), {
        onShellReady() {
          const body = new PassThrough()
          headers.set("Content-Type", "text/html; charset=utf-8")
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
          pipe(body)
        },
        onShellError: reject,
      })
    })
  }

  const root = { id: "root", path: "" }
  const list = { id: "list", parentId: "root", path: "products" }
  const asset = { imports: [], hasAction: false }
  return {
    entry: { module: { default: handleDocumentRequest } },
    routes: { root: { ...root, module: { default: Root } }, list: { ...list, module: { default: List, loader } } },
    assets: {
      entry: { module: "/assets/entry.js", imports: [] },
      routes: {
        root: { ...root, ...asset, module: "/assets/root.js", hasLoader: false },
        list: { ...list, ...asset, module: "/assets/list.js", hasLoader: true },
      },
      url: "/assets/manifest.js",
      version: "bench",
    },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    basename: "/",
    mode: "production",
    isSpaMode: false,
    future: {
      v3_fetcherPersist: true,
      v3_lazyRouteDiscovery: true,
      v3_relativeSplatPath: true,
      v3_singleFetch: true,
      v3_throwAbortReason: true,
    },
  }
}
