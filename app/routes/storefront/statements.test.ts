import type pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { productPath } from "~/domain/catalog/product-path"
import { aMember } from "~/testing/people.server"
import { publishDemoProducts } from "~/testing/published-products.server"
import type { TestBrowser } from "~/testing/test-browser.server"
import { openTestServer, type TestServer } from "~/testing/test-server.server"

let server: TestServer
let member: TestBrowser
let statements: string[] = []
const pages: Record<string, string> = { home: "/", list: "/products" }

beforeAll(async () => {
  server = await openTestServer()
  const [product] = await publishDemoProducts(server.shop, 12)
  pages.product = product ? productPath(product) : ""
  member = await server.signedIn(await aMember(server.shop))
  hear(server.pool, (text) => statements.push(text))
})
afterAll(() => server?.close())

/** Tells every statement that is sent over any connection of the pool. */
function hear(pool: pg.Pool, tell: (text: string) => void) {
  const heard = new WeakSet<pg.PoolClient>()
  pool.on("acquire", (client) => {
    if (heard.has(client)) return
    heard.add(client)
    const send = client.query.bind(client) as (...given: unknown[]) => unknown
    const query = (...given: unknown[]) => {
      tell(textOf(given[0]))
      return send(...given)
    }
    Object.assign(client, { query })
  })
}

function textOf(statement: unknown): string {
  return typeof statement === "string" ? statement : String((statement as { text?: string }).text)
}

/** Statements of a page that somebody has seen before, so that what may be remembered is. */
async function statementsOf(browser: TestBrowser, page: string): Promise<string[]> {
  for (const time of ["first", "second"]) {
    statements = []
    const answer = await browser.get(pages[page] ?? "")
    expect([time, answer.status]).toEqual([time, 200])
    await answer.text()
  }
  return statements
}

/** What a change may not exceed unnoticed. Lower it when a page needs less. */
test.each([
  ["home", 9, 11],
  ["list", 4, 6],
  ["product", 7, 10],
])(
  "the page %s asks the database at most %i times for a stranger and %i times for a member",
  async (page, stranger, own) => {
    const [asked, askedForMember] = [await statementsOf(server.visitor(), page), await statementsOf(member, page)]
    expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(stranger)
    expect(askedForMember.length, askedForMember.join("\n")).toBeLessThanOrEqual(own)
  },
)
