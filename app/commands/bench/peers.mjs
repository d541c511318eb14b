// @ts-check
// `node peers.mjs <name>` serves one of the shop's peers on a free port of this machine.
import { createServer } from "node:http"
import { PassThrough } from "node:stream"
import pg from "pg"

/** 30 kB that compress like a page */
const finishedPage = pageOf(30_000)

/** @type {Record<string, () => Promise<import("node:http").RequestListener>>} */
const peers = {
  async node() {
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Length": finishedPage.length }
    return (_request, response) => response.writeHead(200, headers).end(finishedPage)
  },

  async hello() {
    const { default: express } = await import("express")
    return express().get("/", (_request, response) => void response.send("Hello"))
  },

  /** Express with the usual middleware of a production app */
  async express() {
    const { default: express } = await import("express")
    const { default: helmet } = await import("helmet")
    const { default: compression } = await import("compression")
    const app = express().use(helmet(), compression())
    return app.get("/", (_request, response) => void response.type("html").send(finishedPage))
  },

  /** GET /api/v1/product by hand: the same body from the same tables */
  async pg() {
    const { default: express } = await import("express")
    const pool = openPool()
    return express().get("/api/v1/product", async (_request, response) => {
      const [{ rows }, count] = await Promise.all([pool.query(NEWEST), countProducts(pool)])
      response.json({
        success: true,
        status: "success",
        products: rows.map(productOf),
        productCount: count,
        resultPerPage: 12,
        filteredProductCount: count,
      })
    })
  },

  /** The list as the smallest Remix application: one query, one route, compressed */
  async remix() {
    const { default: express } = await import("express")
    const { default: compression } = await import("compression")
    const { createRequestHandler } = await import("@remix-run/express")
    const build = /** @type {any} */ (await remixBuild(openPool()))
    return express().use(compression(), createRequestHandler({ build, mode: "production" }))
  },
}

process.on("disconnect", () => process.exit())
const listener = await peers[process.argv[2] ?? ""]?.()
const server = createServer(listener).listen(0, "127.0.0.1", () => {
  const address = /** @type {import("node:net").AddressInfo} */ (server.address())
  process.send?.({ url: `http://127.0.0.1:${address.port}` })
})

/** @param {number} bytes */
function pageOf(bytes) {
  let body = ""
  for (let seed = 1; body.length < bytes - 100; seed = (seed * 48_271) % 2_147_483_647) {
    body += `<li><a href="/product/${seed.toString(16)}">Product ${seed % 9_973}</a> $${seed % 500}.00</li>\n`
  }
  return `<!doctype html><title>A finished page</title><ul>${body}</ul>`.slice(0, bytes)
}

function openPool() {
  return new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
}

/** @param {pg.Pool} pool */
async function countProducts(pool) {
  const { rows } = await pool.query("select count(*)::int as count from products where deleted_at is null")
  return rows[0].count
}

const NEWEST = `
  select products.id, name, price, category, stock, rating, num_reviews, products.created_at, description, images
  from (select * from products where deleted_at is null order by created_at desc, id desc limit 12) products
  left join product_descriptions on product_descriptions.product_id = products.id
  left join lateral (
    select json_agg(json_build_object('id', pictures.id, 'key', pictures.key, 'widths', pictures.widths)
      order by position) as images
    from product_images join pictures on pictures.id = picture_id
    where product_images.product_id = products.id
  ) pictures on true
  order by products.created_at desc, products.id desc`

/** @param {any} row */
function productOf(row) {
  return {
    _id: row.id,
    name: row.name,
    price: Number(row.price) / 100,
    desc: row.description ?? "",
    category: row.category,
    stock: row.stock,
    images: (row.images ?? []).map((/** @type {any} */ { id, key, widths }) => {
      return { _id: id, public_id: id, url: `${process.env.SHOP_URL}/media/${key}-${Math.max(...widths)}.jpg` }
    }),
    ratings: Number(row.rating),
    numReviews: row.num_reviews,
    createdAt: row.created_at.toISOString(),
  }
}

/** @param {pg.Pool} pool */
async function remixBuild(pool) {
  const { createReadableStreamFromReadable } = await import("@remix-run/node")
  const { Link, Links, Meta, Outlet, RemixServer, Scripts, ScrollRestoration, useLoaderData } = await import(
    "@remix-run/react"
  )
  const { createElement: h } = await import("react")
  const { renderToPipeableStream } = await import("react-dom/server")

  function Root() {
    const head = h("head", null, h("meta", { charSet: "utf-8" }), h(Meta), h(Links))
    const header = h("header", null, h(Link, { to: "/" }, "Shop"))
    return h("html", { lang: "en" }, head, h("body", null, header, h(Outlet), h(ScrollRestoration), h(Scripts)))
  }

  async function loader() {
    const [products, count] = await Promise.all([pool.query(NEWEST_CARDS), countProducts(pool)])
    return { products: products.rows, count }
  }

  function List() {
    const { products, count } = /** @type {any} */ (useLoaderData())
    const cards = products.map((/** @type {any} */ product) => h("li", { key: product.id }, h(Card, product)))
    return h("main", null, h("h1", null, "Products"), h("p", null, `${count} products`), h("ul", null, cards))
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

  /** @type {import("@remix-run/node").HandleDocumentRequestFunction} */
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

  const routes = {
    root: { id: "root", path: "", module: { default: Root } },
    list: { id: "list", parentId: "root", path: "products", module: { default: List, loader } },
  }
  const assets = Object.values(routes).map((route) => [
    route.id,
    { ...route, module: `/assets/${route.id}.js`, imports: [], hasLoader: route.id === "list", hasAction: false },
  ])
  return {
    entry: { module: { default: handleDocumentRequest } },
    routes,
    assets: {
      entry: { module: "/assets/entry.js", imports: [] },
      routes: Object.fromEntries(assets),
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

const NEWEST_CARDS = `
  select products.id, name, price, stock, rating, num_reviews, picture.key, picture.widths
  from (select * from products where deleted_at is null order by created_at desc, id desc limit 12) products
  left join lateral (
    select pictures.key, pictures.widths from product_images join pictures on pictures.id = picture_id
    where product_images.product_id = products.id order by position limit 1
  ) picture on true
  order by products.created_at desc, products.id desc`
