import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { updateSalePrices } from "~/domain/catalog/sales/update-sale-prices.server"
import { DocumentStore } from "~/http/documents/document-store.server"
import { createApp } from "~/http/server/create-app.server"
import { productPageOf } from "~/testing/pages/product-page.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { testBuild } from "~/testing/processes/test-build.server"
import { addBuyer, addProduct, moveStock, setPrice, takeOffSale } from "~/testing/shop/buyers.server"
import { aMember, anAdmin } from "~/testing/shop/people.server"
import { addSizedProduct } from "~/testing/shop/product-with-options.server"

let here: TestServer
let second: Server
/** Two applications, each with its own memory, on one database */
let origins: string[]

interface Read {
  beganAt: number
  status: number
  text: string
}

describe.each([0, 250])("with responses that may be %s ms old", (maxStaleness) => {
  beforeAll(async () => {
    here = await openTestServer({}, {}, { maxStaleness })
    const { shop, clock, mediaFolder } = here
    const app = createApp({
      shop,
      clock,
      build: await testBuild(),
      sessionSecrets: ["a secret for the tests only"],
      trustProxy: 0,
      maxStaleness,
      contextMenu: "blocked",
      personalPages: "assembled",
      mediaFolder,
      documents: new DocumentStore(mediaFolder),
      mailPage: false,
      assets: [],
    })
    second = createServer(app).listen(0, "127.0.0.1")
    await new Promise((listening) => second.once("listening", listening))
    origins = [here.url, `http://127.0.0.1:${(second.address() as AddressInfo).port}`]
  })
  afterAll(async () => {
    second?.closeAllConnections()
    second?.close()
    await here?.close()
  })

  /** Reads addresses at both processes repeatedly, during some changes and once after them. */
  async function readDuring(paths: string[], work: () => Promise<void>): Promise<Read[]> {
    const reads: Read[] = []
    let isOver = false
    const readers = origins.map(async (origin) => {
      for (let isLast = false; !isLast; ) {
        isLast = isOver
        for (const path of paths) {
          const beganAt = performance.now()
          const response = await fetch(origin + path, { redirect: "manual" })
          reads.push({ beganAt, status: response.status, text: await response.text() })
        }
      }
    })
    await work()
    isOver = true
    await Promise.all(readers)
    return reads
  }

  /** Makes changes one after the other with a delay, and returns the time of each commit. */
  async function changes(...works: (() => Promise<unknown>)[]): Promise<number[]> {
    const committed: number[] = []
    for (const work of works) {
      await sleep(60 + maxStaleness)
      await work()
      committed.push(performance.now())
    }
    await sleep(60 + maxStaleness)
    return committed
  }

  test("no one sees an old price, stock or review, however often both are requested", async () => {
    const product = await addProduct(here.shop, { price: 1_100, stock: 9 })
    const prices = [1_200, 1_300, 1_400]
    const page = await productPageOf(here.shop, product)
    const paths = [page, "/products", `/api/v1/product/${product}`, `${page}.data`]
    const said = [1_100, ...prices].map((cents) => [`$${cents / 100}.00`, `"price":${cents / 100},`, `${cents},`])
    let committed: number[] = []
    const reads = await readDuring(paths, async () => {
      committed = await changes(...prices.map((price) => () => setPrice(here.shop, product, price)))
    })
    for (const { beganAt, text, status } of reads) {
      const exact = committed.filter((at) => beganAt > at + maxStaleness).length
      const seen = said.findLastIndex((words) => words.some((word) => text.includes(word)))
      expect([status, seen >= exact]).toEqual([200, true])
    }
  })

  test("nor a price a second after the moment at which a sale began or ended", async () => {
    const product = await addProduct(here.shop, { price: 1_100, stock: 9 })
    const paths = [await productPageOf(here.shop, product), "/products", `/api/v1/product/${product}`]
    const began = performance.now()
    const [from, until] = [500, 2_300]
    await sql`
      update variants set sale_price = 900, sale_from = clock_timestamp() + ${from} * interval '1 ms',
        sale_until = clock_timestamp() + ${until} * interval '1 ms'
      where id = ${product}`.execute(here.shop.db)
    const written = performance.now()
    const reads = await readDuring(paths, async () => {
      while (performance.now() < began + until + 1_500) {
        await updateSalePrices(here.shop)
        await sleep(50)
      }
    })
    const seen = { before: 0, during: 0, after: 0 }
    for (const { beganAt, text } of reads) {
      const isOnSale = text.includes("$9.00") || text.includes('"price":9,')
      if (isOnSale) expect(beganAt).toBeLessThan(written + until + 1_000)
      if (beganAt > written + from + 1_000 && beganAt < began + until - 500) expect(isOnSale).toBe(true)
      seen[isOnSale ? "during" : beganAt < began + from + 1_000 ? "before" : "after"]++
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0)
  })

  test("nor an outdated stock level, of a product or of a size", async () => {
    const product = await addProduct(here.shop, { stock: 9 })
    const sized = await addSizedProduct(here.shop, await anAdmin(here.shop), { sizes: { Wide: 2, Narrow: 5 } })
    const words = ["In stock", "Only 3 left", "Out of stock", "In stock"]
    const isWideGone = [false, false, true, true]
    let committed: number[] = []
    const pages = await Promise.all([product, sized.id].map((id) => productPageOf(here.shop, id)))
    const reads = await readDuring(pages, async () => {
      const move = (change: number, size: string) => async () => {
        await moveStock(here.shop, sized.variants[size] ?? "", -1)
        await moveStock(here.shop, product, change)
      }
      committed = await changes(move(-6, "wide"), move(-3, "wide"), move(7, "narrow"))
    })
    for (const { beganAt, text } of reads) {
      const exact = committed.filter((at) => beganAt > at + maxStaleness).length
      if (text.includes("Narrow")) expect(isWideGone.slice(exact)).toContain(/Wide<.{0,50}sold out/.test(text))
      else expect(words.slice(exact).some((word) => text.includes(word))).toBe(true)
    }
  })

  test("nor a deleted product or review", async () => {
    const product = await addProduct(here.shop)
    const author = await addBuyer(here.shop)
    const write = (comment: string) =>
      here.shop.db.insertInto("reviews").values({
        id: author.id,
        product_id: product,
        user_id: author.id,
        name: "A",
        rating_halves: 8,
        comment,
      })
    let committed: number[] = []
    const reads = await readDuring([`/api/v1/product/${product}`], async () => {
      committed = await changes(
        () => write("Sturdy").execute(),
        () => here.shop.db.updateTable("reviews").set({ comment: "Flimsy" }).where("id", "=", author.id).execute(),
        () => takeOffSale(here.shop, product),
      )
    })
    const states = [
      ({ text }: Read) => text.includes('"reviews":[]'),
      ({ text }: Read) => text.includes("Sturdy"),
      ({ text }: Read) => text.includes("Flimsy"),
      ({ status }: Read) => status === 404,
    ]
    for (const read of reads) {
      const exact = committed.filter((at) => read.beganAt > at + maxStaleness).length
      expect(states.slice(exact).some((is) => is(read))).toBe(true)
    }
  })

  test("no anonymous visitor sees a member's data, however requests are mixed", async () => {
    const product = await addProduct(here.shop)
    const member = await here.signedIn(await aMember(here.shop, { name: "Very Private Person" }))
    const paths = ["/", "/products", await productPageOf(here.shop, product), "/products.data"]
    let price = 2_000
    for (let round = 0; round < 3; round++) {
      await setPrice(here.shop, product, ++price)
      const asked = paths.flatMap((path) =>
        origins.flatMap((origin) => [
          fetch(origin + path, { headers: { Cookie: member.cookie } }).then(async (response) => {
            expect(await response.text()).toContain("Very Private Person")
            expect(response.headers.get("Cache-Control")).toMatch(/no-store|private/)
          }),
          fetch(origin + path).then(async (response) => {
            expect(await response.text()).not.toContain("Very Private Person")
          }),
        ]),
      )
      await Promise.all(asked)
    }
  })
})
