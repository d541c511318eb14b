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

  /** A page with the name of a signed-in customer, compressed for each response */
  session() {
    const [start, end] = finishedPage.split("<ul>")
    return express()
      .use(compression())
      .get("/", async (_request, response) => {
        const { rows } = await pool.query(SESSION, [await aToken()])
        response.type("html").send(`${start}<p>${rows[0]?.name}</p><ul>${end}`)
      })
  },

  /** GET /api/v1/product without a framework: the same body from the same tables */
  pg: () =>
    express().get("/api/v1/product", async (_request, response) => {
      const { count, products } = await readList(NEWEST, [`${process.env.SHOP_URL}/media/`])
      const counts = { productCount: count, resultPerPage: 12, filteredProductCount: count }
      response.json({ success: true, status: "success", products, ...counts })
    }),

  /** The list as the smallest Remix application: one query, one route, compressed */
  remix: () => express().use(compression(), createRequestHandler({ build: remixBuild(), mode: "production" })),
}

const newest = "(select * from products where is_public order by created_at desc, id desc limit 12) products"

/** The products of the bench have pictures and no options. */
const NEWEST = `
  select products.id as _id, name, price / 100::float8 as price, category, stock, rating::float8 as ratings,
    num_reviews as "numReviews", null as "unitPrice", facts, null as "responsiblePerson", options, products.created_at as "createdAt", description as desc,
    (select json_agg(json_build_object('_id', pictures.id, 'public_id', pictures.id,
        'url', $1::text || key || '-' || (select max(width) from unnest(widths) width) || '.jpg') order by position)
      from product_images join pictures on pictures.id = picture_id where product_id = products.id) as images,
    (select json_agg(json_build_object('_id', id, 'name', title, 'values', option_values, 'sku', sku, 'gtin', gtin, 'mpn', mpn,
        'price', price / 100::float8, 'stock', stock, 'uncounted', uncounted_units is not null, 'weightGrams', weight_grams,
        'measure', null, 'unitPrice', null))
      from variants where product_id = products.id and removed_at is null) as variants
  from ${newest} join product_descriptions on product_id = products.id
  order by products.created_at desc, products.id desc`

const NEWEST_CARDS = `
  select products.id, name, price, stock, rating, num_reviews as reviews, picture.key, picture.widths
  from ${newest} left join lateral (
    select key, widths from product_images join pictures on pictures.id = picture_id
    where product_id = products.id order by position limit 1) picture on true
  order by products.created_at desc, products.id desc`

const SESSION = "select name from sessions join users on users.id = user_id where token_hash = $1"

let token
/** The session of one of the bench's visitors */
async function aToken() {
  token ??= (await pool.query("select token_hash from sessions limit 1")).rows[0]?.token_hash
  return token
}

createServer(peers[process.argv[2] ?? ""]?.()).listen(Number(process.env.PORT), "localhost")

function pageOf(bytes) {
  let body = ""
  for (let seed = 1; body.length < bytes - 100; seed = (seed * 48_271) % 2_147_483_647) {
    body += `<li><a href="/product/${seed.toString(16)}">Product ${seed % 9_973}</a> $${seed % 500}.00</li>\n`
  }
  return `<!doctype html><title>A finished page</title><ul>${body}</ul>`.slice(0, bytes)
}

async function readList(query, values) {
  const count = pool.query("select count(*)::int as count from products where is_public")
  const [products, counted] = await Promise.all([pool.query(query, values), count])
  return { products: products.rows, count: counted.rows[0].count }
}

function Root() {
  const head = h("head", null, h("meta", { charSet: "utf-8" }), h(Meta), h(Links))
  const header = h("header", null, h(Link, { to: "/" }, "Shop"))
  return h("html", { lang: "en" }, head, h("body", null, header, h(Outlet), h(ScrollRestoration), h(Scripts)))
}

function List() {
  const { products, count } = useLoaderData()
  const cards = products.map((product) => h("li", { key: product.id }, h(Card, product)))
  return h("main", null, h("h1", null, "Products"), h("p", null, `${count} products`), h("ul", null, cards))
}

function Card({ id, name, price, stock, rating, reviews, key, widths }) {
  const picture = (width) => `/media/${key}-${width}.jpg`
  const srcSet = (widths ?? []).map((width) => `${picture(width)} ${width}w`).join(", ")
  const shown = { srcSet, alt: "", loading: "lazy", width: 600, height: 600 }
  const texts = [name, `${rating} of 5, ${reviews} reviews`, `$${(price / 100).toFixed(2)}`]
  if (stock < 1) texts.push("Sold out")
  const image = widths && h("img", { src: picture(Math.max(...widths)), ...shown })
  return h(Link, { to: `/product/${id}` }, image, ...texts.map((text) => h("span", null, text)))
}

function handleDocumentRequest(request, status, headers, context) {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(h(RemixServer, { context, url: request.url }), {
      onShellReady() {
        headers.set("Content-Type", "text/html; charset=utf-8")
        resolve(new Response(createReadableStreamFromReadable(pipe(new PassThrough())), { headers, status }))
      },
      onShellError: reject,
    })
  })
}

/** Routes as Remix's bundler compiles them */
function remixBuild() {
  const loader = () => readList(NEWEST_CARDS)
  const root = { id: "root", path: "", module: { default: Root } }
  const list = { id: "list", parentId: "root", path: "products", module: { default: List, loader } }
  const asset = (route) => ({ ...route, module: `/assets/${route.id}.js`, imports: [], hasLoader: route === list })
  const entry = { module: "/assets/entry.js", imports: [] }
  return {
    entry: { module: { default: handleDocumentRequest } },
    routes: { root, list },
    assets: { entry, routes: { root: asset(root), list: asset(list) }, url: "/assets/manifest.js", version: "bench" },
    basename: "/",
    future: { v3_lazyRouteDiscovery: true, v3_singleFetch: true },
  }
}
