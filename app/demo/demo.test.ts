import sharp from "sharp"
import { describe, expect, it } from "vitest"
import { initialCategories as categories } from "~/domain/catalog/categories/category"
import { variantTitle } from "~/domain/catalog/variants/variant"
import { listCountries, statesOf } from "~/domain/shipping/countries.server"
import { drawingOf } from "./drawings.server"
import { demoOrders } from "./orders"
import { demoDrafts, demoProducts } from "./products"
import { demoPeople, demoReviews } from "./reviews"

const slugs = new Set(demoProducts.map((product) => product.slug))

describe("the demo catalogue", () => {
  it("has at least nine products in each category and 56 in all", () => {
    expect(demoProducts.length).toBeGreaterThanOrEqual(56)
    for (const category of categories) {
      expect(demoProducts.filter((product) => product.category === category).length).toBeGreaterThanOrEqual(9)
    }
  })

  it("names every product once, with searchable words", () => {
    expect(slugs.size).toBe(demoProducts.length)
    expect(new Set(demoProducts.map((product) => product.name)).size).toBe(demoProducts.length)
    for (const { slug, name, desc } of demoProducts) {
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(name.length).toBeLessThanOrEqual(60)
      expect(desc.match(/[.!?](\s|$)/g)?.length).toBeGreaterThanOrEqual(2)
    }
  })

  it("prices products from $4.50 to $24,000, most of them between $20 and $400", () => {
    const prices = demoProducts.map((product) => product.price)
    expect(prices.every(Number.isInteger)).toBe(true)
    expect(Math.min(...prices)).toBe(450)
    expect(Math.max(...prices)).toBe(2_400_000)
    expect(prices.filter((price) => price >= 2_000 && price <= 40_000).length).toBeGreaterThan(prices.length / 2)
  })

  it("holds stock from 0 to 200 with some products sold out and some nearly so", () => {
    const stocks = demoProducts.map((product) => product.stock)
    expect(stocks.every((stock) => Number.isInteger(stock) && stock >= 0 && stock <= 200)).toBe(true)
    expect(stocks.filter((stock) => stock === 0).length).toBeGreaterThanOrEqual(4)
    expect(stocks.filter((stock) => stock >= 1 && stock <= 3).length).toBeGreaterThanOrEqual(4)
  })

  it("describes each of a product's pictures differently", () => {
    for (const { alt, views } of demoProducts) {
      expect(views).toBe(3)
      expect(new Set(alt).size).toBe(views)
    }
  })
})

describe("the versions", () => {
  const sized = demoProducts.filter(({ options }) => options.length > 0)

  it("are of clothing; most products have none, and are bought as before", () => {
    const worn = sized.filter(({ category }) => category === "Clothing" || category === "Footwear")
    expect(worn).toEqual(sized)
    expect(sized.length).toBeGreaterThanOrEqual(15)
    expect(sized.length).toBeLessThan(demoProducts.length / 2)
  })

  it("are combinations of the options, no two alike, some sold out and a few not made", () => {
    const variants = sized.flatMap(({ variants }) => variants)
    for (const { options, variants } of sized) {
      expect(options.map(({ values }) => values.length).every((count) => count >= 2 && count <= 60)).toBe(true)
      expect(new Set(variants.map(({ values }) => values.join())).size).toBe(variants.length)
      for (const { title, values } of variants) expect(variantTitle(options, values)).toBe(title)
      for (const { values } of options) expect(new Set(values.map(({ slug }) => slug)).size).toBe(values.length)
    }
    const made = sized.map(({ options, variants }) => [
      variants.length,
      options.reduce((product, { values }) => product * values.length, 1),
    ])
    expect(made.some(([some = 0, all = 0]) => some < all)).toBe(true)
    const soldOut = sized
      .filter(({ stock }) => stock > 0)
      .flatMap(({ variants }) => variants.filter((one) => !one.stock))
    expect(soldOut.length).toBeGreaterThanOrEqual(5)
    expect(new Set(variants.map(({ sku }) => sku)).size).toBe(variants.length)
    expect(sized.some(({ variants }) => new Set(variants.map(({ price }) => price)).size > 1)).toBe(true)
  })

  it("have the drawing's colour or a dyed one", () => {
    const dyed = sized.filter(({ dye }) => dye !== null)
    expect(dyed.length).toBeGreaterThanOrEqual(4)
    for (const { options, dye } of dyed) {
      const names = options.find(({ name }) => name === "Colour")?.values.map(({ name }) => name) ?? []
      const colours = Object.keys(dye?.to ?? {})
      expect(names.filter((name) => !colours.includes(name))).toHaveLength(1)
      expect(colours.filter((name) => !names.includes(name))).toEqual([])
    }
  })

  it("exist for a draft too, which is not public yet", () => {
    expect(demoDrafts.map(({ slug, variants }) => [slugs.has(slug), variants.length > 1])).toEqual([[false, true]])
  })
})

describe("the pictures", async () => {
  const drawings = await Promise.all([
    ...demoProducts.flatMap((product) => product.alt.map((_, view) => drawingOf(product, view))),
    ...[...demoProducts, ...demoDrafts].flatMap((product) =>
      Object.keys(product.dye?.to ?? {}).map((colour) => drawingOf(product, 0, colour || null)),
    ),
  ])

  it("differ from product to product, from view to view, and from colour to colour", () => {
    expect(drawings.length).toBeGreaterThan(demoProducts.length * 3 + 10)
    expect(new Set(drawings).size).toBe(drawings.length)
  })

  it("are plain vector documents of 1200 by 1200 without text, filters or external resources", () => {
    for (const svg of drawings) {
      expect(svg.slice(0, 110)).toContain(`width="1200" height="1200" viewBox="0 0 1200 1200"`)
      expect(svg.match(/NaN|undefined|Infinity|<text|<image|<filter|foreignObject|href=/)?.[0]).toBeUndefined()
      const defined = new Set([...svg.matchAll(/ id="(\w+)"/g)].map(([, id]) => id))
      for (const [, id] of svg.matchAll(/url\(#(\w+)\)/g)) expect(defined).toContain(id)
    }
  })

  it("are well-formed: every element that opens is closed", () => {
    for (const svg of drawings) expect(unclosed(svg)).toEqual([])
  })

  it("rasterise to a picture that fills the square", async () => {
    for (const product of demoProducts.slice(0, 6)) {
      const { data, info } = await sharp(Buffer.from(await drawingOf(product, 0)))
        .resize(60)
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([60, 60])
      expect(data.at(-1)).toBe(info.channels === 4 ? 255 : data.at(-1))
      expect(new Set(data).size).toBeGreaterThan(40)
    }
  })

  it("exist only for existing views and colours", async () => {
    const [product] = demoProducts
    if (!product) throw new Error("the catalogue is empty")
    await expect(drawingOf(product, 3)).rejects.toThrow(RangeError)
    await expect(drawingOf(product, 0, "Puce")).rejects.toThrow(RangeError)
  })
})

describe("the reviews", () => {
  const reviews = demoReviews()

  it("are 180 or more by at least a dozen people with undeliverable addresses", () => {
    expect(reviews.length).toBeGreaterThanOrEqual(180)
    expect(demoPeople.length).toBeGreaterThanOrEqual(12)
    expect(new Set(demoPeople.map((person) => person.email)).size).toBe(demoPeople.length)
    expect(demoPeople.every((person) => person.email.endsWith("@example.com"))).toBe(true)
  })

  it("come from known people about known products, once per person and product", () => {
    expect(reviews.every((review) => slugs.has(review.product) && demoPeople[review.person])).toBe(true)
    expect(new Set(reviews.map((review) => `${review.product} ${review.person}`)).size).toBe(reviews.length)
  })

  it("rate in half stars from 0.5 to 5 and say something of 1 to 2000 characters", () => {
    for (const { rating, comment, daysAgo } of reviews) {
      expect(rating >= 0.5 && rating <= 5 && Number.isInteger(rating * 2)).toBe(true)
      expect(comment.trim().length).toBeGreaterThanOrEqual(1)
      expect(comment.length).toBeLessThanOrEqual(2000)
      expect(daysAgo).toBeGreaterThan(0)
    }
    expect(new Set(reviews.map((review) => review.comment)).size).toBe(reviews.length)
  })

  it("are spread unevenly: some products have none, others have one from everyone", () => {
    const counts = demoProducts.map(({ slug }) => reviews.filter((review) => review.product === slug).length)
    expect(counts.filter((count) => count === 0).length).toBeGreaterThanOrEqual(2)
    expect(Math.max(...counts)).toBe(demoPeople.length)
  })

  it("are the same at every call", () => {
    expect(demoReviews()).toEqual(reviews)
  })
})

describe("the orders", () => {
  const orders = demoOrders()
  const price = new Map(demoProducts.map((product) => [product.slug, product.price]))
  const subtotal = (lines: { slug: string; quantity: number }[]) =>
    lines.reduce((sum, line) => sum + (price.get(line.slug) ?? Number.NaN) * line.quantity, 0)

  it("are about 120 over three months, and the same at every call", () => {
    expect(orders.length).toBeGreaterThan(100)
    expect(orders.length).toBeLessThan(140)
    expect(orders.every((order) => order.daysAgo >= 0.05 && order.daysAgo <= 92)).toBe(true)
    expect(demoOrders()).toEqual(orders)
  })

  it("hold known products, each once, and totals that can be paid", () => {
    for (const { lines } of orders) {
      expect(lines.length).toBeGreaterThanOrEqual(1)
      expect(new Set(lines.map((line) => line.slug)).size).toBe(lines.length)
      expect(lines.every((line) => slugs.has(line.slug) && Number.isInteger(line.quantity) && line.quantity >= 1)).toBe(
        true,
      )
      expect(subtotal(lines)).toBeGreaterThanOrEqual(50)
      expect(subtotal(lines) * 1.1 + 2500).toBeLessThanOrEqual(99_999_999)
    }
  })

  it("are processing when recent and delivered when old", () => {
    for (const { daysAgo, status } of orders) {
      if (daysAgo < 2) expect(status).toBe("Processing")
      if (daysAgo > 14) expect(status).toBe("Delivered")
    }
    expect(new Set(orders.map((order) => order.status)).size).toBe(3)
  })

  it("grow over the months and are stronger at weekends", () => {
    const now = new Date("2025-03-03T12:00:00Z")
    const recent = demoOrders(now).filter((order) => order.daysAgo < 46).length
    expect(recent).toBeGreaterThan(orders.length - recent)
    const day = (daysAgo: number) => new Date(now.getTime() - Math.floor(daysAgo) * 86_400_000).getUTCDay()
    const weekend = demoOrders(now).filter((order) => [0, 6].includes(day(order.daysAgo))).length
    expect(weekend / 2).toBeGreaterThan((orders.length - weekend) / 5)
  })

  it("go to complete addresses in states that exist, each person's always to the same", () => {
    for (const { address, person } of orders) {
      expect(demoPeople[person]).toBeDefined()
      expect(listCountries().map(({ code }) => code)).toContain(address.country)
      expect(statesOf(address.country)).toContainEqual(address.state)
      expect(address.phoneNo).toMatch(/^\d{10}$/)
      expect(address.address && address.city && address.pinCode).toBeTruthy()
      expect(orders.find((order) => order.person === person)?.address).toEqual(address)
    }
  })
})

/** Returns the elements that are left open, or closed but never opened. */
function unclosed(svg: string): string[] {
  const open: string[] = []
  for (const [, slash, name = "", selfClosing] of svg.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (selfClosing) continue
    if (!slash) open.push(name)
    else if (open.pop() !== name) return [name]
  }
  return open
}
