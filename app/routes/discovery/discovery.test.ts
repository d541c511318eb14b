import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { insertProduct } from "~/domain/catalog/editing/publish-product.server"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { FIRST } from "~/domain/catalog/walk-products.server"
import type { Place } from "~/domain/pricing/places"
import { defaultRules, type ShippingMethod, type Zone } from "~/domain/pricing/rules"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import { productPageOf } from "~/testing/pages/product-page.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { moveStock } from "~/testing/shop/buyers.server"
import { aMember, anAdmin } from "~/testing/shop/people.server"
import { setRules } from "~/testing/shop/pricing-rules.server"
import { addProductWithOptions } from "~/testing/shop/product-with-options.server"
import { type PublishedProduct, publishDemoProducts } from "~/testing/shop/published-products.server"

let here: TestServer
let product: PublishedProduct
let path: string
let hostile: string

const HOSTILE = `</script><script>alert("1")</script> & <b>'x'</b> \u0007 ]]>`

beforeAll(async () => {
  here = await openTestServer()
  const [first, second] = await publishDemoProducts(here.shop, 12)
  if (!first || !second) throw new Error("the shelf is empty")
  product = first
  path = await productPageOf(here.shop, product.id)
  const member = await aMember(here.shop)
  await leaveReview(here.shop, member, { productId: product.id, rating: 4.5, comment: "Fine." })
  const fields = { name: HOSTILE, desc: HOSTILE, category: "Gaming", price: 1_999, stock: 0 } as const
  hostile = await here.shop.transaction((tx) => insertProduct(tx, fields))
})
afterAll(() => here.close())

const text = async (address: string) => (await here.visitor().get(address)).text()

/** Returns the content of a name in a page's head. */
function metaOf(html: string, name: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
}
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&")
const isIndexed = (html: string) => metaOf(html, "robots") !== "noindex"

interface StructuredData extends Record<string, unknown> {
  "@type": string
}
function structured(html: string): StructuredData[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
  return [...blocks].map(([, json = ""]) => JSON.parse(json))
}

describe("the head of a page", () => {
  test.each([
    ["/", "/", true],
    ["/about", "/about", true],
    ["/about?from=mail", "/about", true],
    ["/products", "/products", true],
    ["/products?category=Kitchen", "/products?category=Kitchen", true],
    ["/products?category=Kitchen&sort=price-asc", "/products?category=Kitchen&sort=price-asc", false],
    ["/products?price%5Bgte%5D=10", "/products?price%5Bgte%5D=10", false],
    ["/products?ratings%5Bgte%5D=3", "/products?ratings%5Bgte%5D=3", false],
    ["/products?page=2", "/products?page=2", true],
    ["/products?page=900", "/products?page=900", false],
    ["/products/tray", "/products/tray", false],
    ["/cart", "/cart", false],
    ["/login", "/login", false],
    ["/search", "/search", false],
    ["/invitation/register", "/invitation/register", false],
    ["/api/docs", "/api/docs", true],
  ])("%s is indexed as %s; shown by search engines: %s", async (asked, canonical, indexed) => {
    const html = await text(asked)
    expect([canonicalOf(html), isIndexed(html)]).toEqual([here.url + canonical, indexed])
    expect(html.match(/rel="canonical"/g)).toHaveLength(1)
  })

  test("a product has one canonical address, whatever page of its reviews is shown", async () => {
    for (const search of ["", "?sort=highest", "?page=2", "?utm_source=mail"]) {
      const html = await text(path + search)
      expect([canonicalOf(html), isIndexed(html)]).toEqual([here.url + path, true])
    }
  })

  test("personal pages cannot be found by others", async () => {
    const member = await here.signedIn(await aMember(here.shop))
    for (const own of ["/account", "/orders", "/update", `${path}/review`]) {
      expect([own, isIndexed(await (await member.get(own)).text())]).toEqual([own, false])
    }
  })

  test("shares a product elsewhere with its text and a picture of a known size", async () => {
    const html = await text(path)
    expect(metaOf(html, "og:title")).toBe(product.name)
    expect(metaOf(html, "og:type")).toBe("product")
    expect(metaOf(html, "og:url")).toBe(here.url + path)
    expect(metaOf(html, "og:image")).toMatch(new RegExp(`^${here.url}/media/[0-9a-f]{32}-\\d+\\.jpg$`))
    const [, width] = /-(\d+)\.jpg$/.exec(metaOf(html, "og:image") ?? "") ?? []
    expect([metaOf(html, "og:image:width"), Number(metaOf(html, "og:image:height")) > 0]).toEqual([width, true])
    expect((await here.visitor().get(new URL(metaOf(html, "og:image") ?? "").pathname)).status).toBe(200)
  })

  test("describes every page in complete sentences", async () => {
    for (const asked of ["/", "/products", "/products?category=Kitchen", "/about", "/contact", path]) {
      const description = metaOf(await text(asked), "description") ?? ""
      expect(description.length, asked).toBeGreaterThan(20)
      expect(description.length, asked).toBeLessThanOrEqual(160)
      expect(description, asked).toMatch(/[\p{L}\p{N}][.…]?$/u)
    }
  })
})

describe("structured data", () => {
  test("has the product with its offer, its rating and its breadcrumbs", async () => {
    const [thing, trail] = structured(await text(path))
    expect(thing).toMatchObject({
      "@context": "https://schema.org",
      "@type": "Product",
      name: product.name,
      sku: product.id,
      url: here.url + path,
      image: [expect.stringMatching(/^http.*\.jpg$/)],
      offers: {
        "@type": "Offer",
        price: (product.price / 100).toFixed(2),
        priceCurrency: "USD",
        availability: "https://schema.org/InStock",
        url: here.url + path,
      },
      aggregateRating: { "@type": "AggregateRating", ratingValue: 4.5, reviewCount: 1, bestRating: 5 },
    })
    expect(trail).toMatchObject({ "@type": "BreadcrumbList" })
    const steps = trail?.itemListElement as { position: number; name: string; item?: string }[]
    expect(steps.map(({ position }) => position)).toEqual([1, 2, 3, 4])
    expect(steps.slice(0, 3).every(({ item }) => item?.startsWith(here.url))).toBe(true)
    expect(steps[3]).toEqual({ "@type": "ListItem", position: 4, name: product.name })
  })

  test("identifies a product without options by the same codes as its feed", async () => {
    const codes = { sku: "TRAY-1", gtin: "4006381333931", mpn: "OC-7" }
    await here.shop.db.updateTable("variants").set(codes).where("product_id", "=", hostile).execute()
    expect(structured(await text(await productPageOf(here.shop, hostile)))[0]).toMatchObject(codes)
  })

  test("has the shop and its search on the front page", async () => {
    const [organization, website] = structured(await text("/"))
    expect(organization).toMatchObject({ "@type": "Organization", name: "Counter", url: `${here.url}/` })
    expect((await here.visitor().get("/products?keyword=tray")).status).toBe(302)
    expect(website).toMatchObject({
      "@type": "WebSite",
      potentialAction: {
        "@type": "SearchAction",
        target: { urlTemplate: `${here.url}/products?keyword={search_term_string}` },
        "query-input": "required name=search_term_string",
      },
    })
  })

  test("cannot be ended by any product name, and nothing in it runs", async () => {
    const answer = await here.visitor().get(await productPageOf(here.shop, hostile))
    const html = await answer.text()
    const [thing] = structured(html)
    expect(thing).toMatchObject({ name: HOSTILE, offers: { availability: "https://schema.org/OutOfStock" } })
    expect(thing).not.toHaveProperty("aggregateRating")
    expect(thing).not.toHaveProperty("image")
    expect(html).not.toContain("<script>alert")
    expect(answer.headers.get("Content-Security-Policy")).not.toContain("'unsafe-inline'")
  })
})

test("robots.txt lists pages not to crawl, and the sitemap", async () => {
  const robots = await text("/robots.txt")
  expect(robots).toContain("User-agent: *\nDisallow: /admin\n")
  expect(robots).toContain(`Sitemap: ${here.url}/sitemap.xml\n`)
  // Crawlers must read `noindex`, and use such pages to find pictures.
  for (const read of ["/cart", "/login", "/products", "/media", "/product"]) {
    expect(robots).not.toMatch(new RegExp(`Disallow: ${read}`))
  }
})

test("the manifest has the shop's name and existing icons", async () => {
  const answer = await here.visitor().get("/manifest.webmanifest")
  expect(answer.headers.get("Content-Type")).toContain("application/manifest+json")
  expect(await answer.json()).toMatchObject({ name: "Counter", start_url: "/", icons: expect.any(Array) })
})

test("security.txt names whom to tell about a problem, for less than a year", async () => {
  const answer = await here.visitor().get("/.well-known/security.txt")
  expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8")
  const fields = new Map(
    (await answer.text())
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/s, 2) as [string, string]),
  )
  expect(fields.get("Canonical")).toBe(`${here.url}/.well-known/security.txt`)
  expect(fields.get("Contact")).toBe(`${here.url}/contact`)
  expect(await text("/.well-known/security.txt")).toContain(`Contact: mailto:${here.shop.identity.email}\n`)
  const days = (new Date(fields.get("Expires") ?? "").getTime() - here.shop.now().getTime()) / 86_400_000
  expect(days).toBeGreaterThan(90)
  expect(days).toBeLessThan(365)
})

test("browsers can search the shop from their address bar", async () => {
  const link = /<link rel="search" type="application\/opensearchdescription\+xml" title="Counter" href="([^"]*)"/
  const [, href = ""] = link.exec(await text("/")) ?? []
  const answer = await here.visitor().get(href)
  expect(answer.headers.get("Content-Type")).toBe("application/opensearchdescription+xml; charset=utf-8")
  const [, template = ""] = /<Url type="text\/html" method="get" template="([^"]*)"\/>/.exec(await answer.text()) ?? []
  const found = await here.visitor().get(template.slice(here.url.length).replace("{searchTerms}", "bowl"))
  expect([found.status, found.headers.get("Location")]).toEqual([302, "/products/bowl"])
})

test("llms.txt leads to the products, the shop's texts and its calls, and every link works", async () => {
  const answer = await here.visitor().get("/llms.txt")
  expect(answer.headers.get("Content-Type")).toBe("text/markdown; charset=utf-8")
  const guide = await answer.text()
  expect(guide).toMatch(/^# Counter\n\n> An online shop\..*\n\n## Products\n\n- \[/)
  const links = [...guide.matchAll(/\]\(([^)]*)\)/g)].map(([, address = ""]) => address)
  expect(links).toContain(`${here.url}/products?category=Kitchen`)
  expect(links).toContain(`${here.url}/api/v1/openapi.json`)
  for (const address of links) {
    const { status } = await here.visitor().get(address.slice(here.url.length))
    expect([address, status]).toEqual([address, 200])
  }
})

describe("the sitemap", () => {
  test("lists every public page, each product with its pictures", async () => {
    const answer = await here.visitor().get("/sitemap.xml")
    expect(answer.headers.get("Content-Type")).toBe("application/xml; charset=utf-8")
    const xml = await answer.text()
    const addresses = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = ""]) => address)
    expect(addresses).toContain(`${here.url}/products?category=Kitchen`)
    expect(addresses).toContain(here.url + path)
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(xml).toMatch(/<image:loc>http[^<]*\.jpg<\/image:loc>/)
    for (const address of addresses) {
      const html = await text(address.slice(here.url.length))
      expect([address, canonicalOf(html), isIndexed(html)]).toEqual([address, address, true])
    }
  })

  test("has parts that are named only by ids; any id leads to the part that contains it", async () => {
    const first = await text(`/sitemap/${FIRST}`)
    expect(first).toContain(`${here.url}/about`)
    expect(await text(`/sitemap/${product.id}`)).toBe(first)
    expect(await text(`/sitemap/${"f".repeat(24)}`)).toBe(first)
    expect((await here.visitor().get("/sitemap/nothing")).status).toBe(404)
  })
})

const addNew = (name: string) => {
  const fields = { name, desc: "New.", category: "Gaming", price: 1_999, stock: 3 } as const
  return here.shop.transaction((tx) => insertProduct(tx, fields))
}

test("the feed has every product's description, price and availability", async () => {
  const answer = await here.visitor().get("/feed.xml")
  expect(answer.headers.get("Content-Type")).toBe("application/rss+xml; charset=utf-8")
  const items = (await answer.text()).split("<item>").slice(1)
  expect(items).toHaveLength(13)
  const item = items.find((one) => one.includes(product.id)) ?? ""
  expect(item).toContain(`<g:link>${here.url}${path}</g:link>`)
  expect(item).toContain(`<g:price>${(product.price / 100).toFixed(2)} USD</g:price>`)
  expect(item).toContain("<g:availability>in_stock</g:availability>")
  expect(item).toMatch(/<g:image_link>http[^<]*\.jpg<\/g:image_link>/)
  expect(item).not.toContain("sale_price")
  const admin = await anAdmin(here.shop)
  await updateProduct(here.shop, admin, product.id, { compareAtPrice: product.price + 1_000 })
  const reduced = (await text("/feed.xml")).split("<item>").find((one) => one.includes(product.id)) ?? ""
  expect(reduced).toContain(`<g:price>${((product.price + 1_000) / 100).toFixed(2)} USD</g:price>`)
  expect(reduced).toContain(`<g:sale_price>${(product.price / 100).toFixed(2)} USD</g:sale_price>`)
  expect(structured(await text(path))[0]).toMatchObject({ offers: { price: (product.price / 100).toFixed(2) } })
  const other = items.find((one) => one.includes(hostile)) ?? ""
  expect(other).toContain("<g:availability>out_of_stock</g:availability>")
  expect(other).toContain("<g:title>&#60;/script&#62;")
})

test("the feed has an item for each variant, which is sold out within an hour", async () => {
  const { id, variants } = await addProductWithOptions(here.shop, await anAdmin(here.shop), {
    options: { Size: ["S", "M"], Color: ["Indigo", "Ecru"], Fit: ["Slim & long"] },
    variants: {
      "S, Indigo, Slim & long": { sku: "WJ-S", gtin: "4006381333931", mpn: "OC-0815", stock: 1 },
      "S, Ecru, Slim & long": { price: 3_200, mpn: "OC-0816" },
      "M, Indigo, Slim & long": { sku: "WJ-M" },
    },
  })
  await sql`update product_descriptions set facts = '{"brand": "Oat & Clay"}' where product_id = ${id}`.execute(
    here.shop.db,
  )
  const itemOf = async (variant = "") =>
    (await text("/feed.xml")).split("<item>").find((one) => one.includes(`<g:id>${variant}</g:id>`)) ?? ""
  const [s, m, ecru] = [variants["s-indigo-slim-long"], variants["m-indigo-slim-long"], variants["s-ecru-slim-long"]]
  const item = await itemOf(s)
  for (const part of [
    `<g:item_group_id>${id}</g:item_group_id><g:title>Chore Jacket, S, Indigo, Slim &#38; long</g:title>`,
    `<g:link>${here.url}${await productPageOf(here.shop, id)}?option1=s&#38;option2=indigo&#38;option3=slim-long</g:link>`,
    "<g:availability>in_stock</g:availability><g:price>28.00 USD</g:price>",
    "<g:brand>Oat &#38; Clay</g:brand>",
    "<g:size>S</g:size><g:color>Indigo</g:color><g:product_detail><g:attribute_name>Fit</g:attribute_name><g:attribute_value>Slim &#38; long</g:attribute_value></g:product_detail>",
    "<g:gtin>4006381333931</g:gtin><g:mpn>OC-0815</g:mpn></item>",
  ])
    expect(item).toContain(part)
  // An SKU is not a manufacturer's part number: https://support.google.com/merchants/answer/6324482
  expect(await itemOf(m)).toContain("</g:product_detail><g:identifier_exists>no</g:identifier_exists></item>")
  expect(await text("/feed.xml")).not.toContain("WJ-")
  expect(await itemOf(ecru)).toContain("<g:price>32.00 USD</g:price>")
  expect(await itemOf(ecru)).toContain("</g:product_detail><g:mpn>OC-0816</g:mpn></item>")
  expect(await text("/feed.xml")).not.toContain(`<g:id>${id}</g:id>`)
  const before = await text("/feed.xml")
  // Units of both values are left, so only the variant's own availability changes.
  await moveStock(here.shop, s ?? "", -1)
  here.clock.advance({ minutes: 59 })
  expect(await text("/feed.xml")).toBe(before)
  here.clock.advance({ minutes: 2 })
  expect(await itemOf(s)).toContain("<g:availability>out_of_stock</g:availability>")
})

test("the structured data of a product with options is a group with an offer for each variant, whatever is chosen", async () => {
  const { id, variants } = await addProductWithOptions(here.shop, await anAdmin(here.shop), {
    options: { Size: ["S", "M"], Colour: ["Indigo"], Fit: ["Slim"] },
    variants: {
      "S, Indigo, Slim": { sku: "CJ-S", gtin: "4006381333931", mpn: "OC-0815", stock: 2 },
      "M, Indigo, Slim": { price: 3_200, stock: 0 },
    },
  })
  const page = await productPageOf(here.shop, id)
  const [group] = structured(await text(page))
  expect(group).toMatchObject({
    "@type": "ProductGroup",
    name: "Chore Jacket",
    url: here.url + page,
    productGroupID: id,
    variesBy: ["https://schema.org/size", "https://schema.org/color"],
  })
  expect(group).not.toHaveProperty("offers")
  const others = { additionalProperty: [{ "@type": "PropertyValue", name: "Fit", value: "Slim" }] }
  const offer = { "@type": "Offer", priceCurrency: "USD", itemCondition: "https://schema.org/NewCondition" }
  const urlOf = (size: string) => `${here.url}${page}?option1=${size}&option2=indigo&option3=slim`
  expect(group?.hasVariant).toEqual([
    {
      ...{ "@type": "Product", name: "Chore Jacket, S, Indigo, Slim", sku: "CJ-S", gtin: "4006381333931" },
      ...{ mpn: "OC-0815", size: "S", color: "Indigo", ...others },
      offers: { ...offer, url: urlOf("s"), price: "28.00", availability: "https://schema.org/InStock" },
    },
    {
      ...{ "@type": "Product", name: "Chore Jacket, M, Indigo, Slim", sku: variants["m-indigo-slim"] },
      ...{ size: "M", color: "Indigo", ...others },
      offers: { ...offer, url: urlOf("m"), price: "32.00", availability: "https://schema.org/OutOfStock" },
    },
  ])
  const chosen = await text(urlOf("s").slice(here.url.length))
  expect([structured(chosen)[0], canonicalOf(chosen), isIndexed(chosen)]).toEqual([group, here.url + page, true])
})

describe("in a shop with an address", () => {
  const [method] = defaultRules.zones.flatMap(({ methods }) => methods) as [ShippingMethod]
  const parcel = { ...method, id: "parcel", name: "Parcel", freeAbove: 10_000, days: { from: 1, to: 3 } }
  const steps = (price: number) => [{ from: 0, to: null, price }]
  const [everywhereZone] = defaultRules.zones as [Zone]
  afterAll(() => setRules(here.shop))

  async function read(id: string) {
    const [data] = structured(await text(await productPageOf(here.shop, id)))
    const item = (await text("/feed.xml")).split("<item>").find((one) => one.includes(id)) ?? ""
    return { offer: data?.offers as StructuredData, shipping: item.match(/<g:shipping>.*?<\/g:shipping>/g) ?? [] }
  }

  test("feed and page state the shipping price of one unit there, and the period for returns", async () => {
    const place = { country: "DE", state: "", postcode: "" }
    const counter = { ...parcel, id: "counter", kind: "pickup" as const, steps: steps(0) }
    const express = { ...parcel, id: "express", name: "Express", steps: steps(1_495), freeAbove: null, days: null }
    await setRules(here.shop, {
      currency: "EUR",
      zones: [{ ...everywhereZone, places: [place], methods: [counter, express, { ...parcel, steps: steps(495) }] }],
    })
    const cheap = await addNew("Cheap")
    const [{ offer, shipping }, dear] = [await read(cheap), await read(hostile)]
    expect(offer).toMatchObject({
      shippingDetails: [
        {
          shippingRate: { "@type": "MonetaryAmount", value: "4.95", currency: "EUR" },
          shippingDestination: { "@type": "DefinedRegion", addressCountry: "DE" },
          deliveryTime: { transitTime: { minValue: 1, maxValue: 3, unitCode: "DAY" } },
        },
      ],
      hasMerchantReturnPolicy: {
        "@type": "MerchantReturnPolicy",
        applicableCountry: "DE",
        returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
        merchantReturnDays: 30,
      },
    })
    expect(shipping).toEqual([
      "<g:shipping><g:country>DE</g:country><g:service>Express</g:service><g:price>14.95 EUR</g:price></g:shipping>",
      "<g:shipping><g:country>DE</g:country><g:service>Parcel</g:service><g:price>4.95 EUR</g:price><g:min_transit_time>1</g:min_transit_time><g:max_transit_time>3</g:max_transit_time></g:shipping>",
    ])
    expect(dear.shipping).toEqual(shipping)
    await updateProduct(here.shop, await anAdmin(here.shop), cheap, { price: 10_001 })
    const free = await read(cheap)
    expect(free.offer).toMatchObject({ shippingDetails: [{ shippingRate: { value: "0.00" } }] })
    expect(free.shipping[1]).toContain("<g:price>0.00 EUR</g:price>")
  })

  test("regions with other shipping are listed, and returns follow the settings", async () => {
    const [country, alaska] = ["", "AK"].map((state) => ({ country: "US", state, postcode: "" }))
    const zone = (id: string, places: Place[], price: number) => {
      return { ...everywhereZone, id, name: id, places, methods: [{ ...parcel, days: null, steps: steps(price) }] }
    }
    await setRules(here.shop, {
      home: { country: "US", state: "OH", pinCode: "43215" },
      zones: [zone("states", country ? [country] : [], 800), zone("far", alaska ? [alaska] : [], 2_000)],
    })
    const { version } = await readNewestSettings(here.shop)
    const facts = { ...emptyFacts, returnDays: "0", withdrawal: "eu" }
    await changeSettings(here.shop, await anAdmin(here.shop), { snapshot: version, facts })
    const { offer, shipping } = await read(hostile)
    expect(offer).toMatchObject({
      shippingDetails: [
        { shippingRate: { value: "8.00" }, shippingDestination: { addressCountry: "US" } },
        { shippingRate: { value: "20.00" }, shippingDestination: { addressCountry: "US", addressRegion: "AK" } },
      ],
      hasMerchantReturnPolicy: {
        applicableCountry: "US",
        returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted",
      },
    })
    expect(shipping[1]).toContain("<g:country>US</g:country><g:region>AK</g:region>")
    expect(shipping).toHaveLength(2)
    await changeSettings(here.shop, await anAdmin(here.shop), { snapshot: version + 1, facts: emptyFacts })
  })
})

describe.each(["/feed.xml", "/sitemap.xml", `/sitemap/${FIRST}`])("%s", (address) => {
  const ask = (headers: Record<string, string>, method = "GET") => fetch(here.url + address, { method, headers })

  test("is the same gzipped and as plain text, and 304 for a client that has it, until a product changes", async () => {
    const plain = await ask({ "Accept-Encoding": "identity" })
    const gzipped = await ask({ "Accept-Encoding": "br, gzip;q=0.5" })
    expect([plain.headers.get("Content-Encoding"), gzipped.headers.get("Content-Encoding")]).toEqual([null, "gzip"])
    expect(plain.headers.get("Vary")).toContain("Accept-Encoding")
    expect(await gzipped.text()).toBe(await plain.text())
    const tag = plain.headers.get("ETag") ?? ""
    expect([gzipped.headers.get("ETag"), tag]).toEqual([tag, expect.stringMatching(/^W\/"/)])
    const again = await ask({ "If-None-Match": `"x", ${tag.replace("W/", "")}` })
    expect([again.status, await again.text()]).toEqual([304, ""])
    await addNew("Another thing")
    expect((await ask({ "If-None-Match": tag })).status).toBe(200)
  })

  test("is not rendered for HEAD, which returns the headers of an earlier rendering", async () => {
    await addNew("One thing more")
    const before = await ask({}, "HEAD")
    expect([before.status, before.headers.get("ETag"), await before.text()]).toEqual([200, null, ""])
    const made = await ask({ "Accept-Encoding": "gzip" })
    expect((await made.text()).length).toBeGreaterThan(1_000)
    const after = await ask({ "Accept-Encoding": "gzip" }, "HEAD")
    for (const name of ["ETag", "Content-Length", "Content-Type", "Cache-Control", "Vary"]) {
      expect([name, after.headers.get(name)]).toEqual([name, made.headers.get(name)])
      expect(after.headers.get(name)).not.toBeNull()
    }
  })
})
