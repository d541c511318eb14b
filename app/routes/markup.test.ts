import { afterAll, beforeAll, expect, test } from "vitest"
import { furnishWithStressContent } from "~/testing/hostile/stress-content.server"
import { stressScreens } from "~/testing/hostile/stress-screens"
import { markupFaults } from "~/testing/markup/markup-faults"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"

let server: TestServer
let content: Awaited<ReturnType<typeof furnishWithStressContent>>

beforeAll(async () => {
  server = await openTestServer()
  content = await furnishWithStressContent(server.shop)
})
afterAll(() => server?.close())

/** The crawl `stress-content.journey.test.ts` checks that the screens cover every page of the route map. */
const screens = {
  ...stressScreens,
  "anybody, beside them": () => ["/login?register", "/register", "/dev/mail", "/nothing/here", "/products?page=9"],
}

test.each(Object.entries(screens))(
  "every page for %s uses only markup that every browser with forms supports",
  async (reader, listOf) => {
    const admin = { id: content.admin.id, role: "admin" } as const
    const browser = reader.startsWith("anybody") ? server.visitor() : await server.signedIn(admin)
    // Changing second factors requires a session that has proven one.
    await server.shop.db
      .updateTable("sessions")
      .set({ factors: ["password", "totp"] })
      .execute()
    const faults: string[] = []
    for (const path of listOf(content)) {
      let answer = await browser.get(path)
      for (let hops = 0; answer.headers.has("Location") && hops < 3; hops++)
        answer = await browser.get(answer.headers.get("Location")?.replace(server.url, "") ?? "/")
      faults.push(...markupFaults(await answer.text()).map((fault) => `${path}: ${fault}`))
    }
    expect(faults).toEqual([])
  },
)

test("a form that comes back with errors does so too", async () => {
  const visitor = server.visitor()
  const member = await server.signedIn(content.admin)
  for (const answer of [
    await visitor.post("/login", { email: "nobody", password: "" }),
    await visitor.post("/login?register", { name: "", email: "" }),
    await member.post("/shipping", { address: "" }),
    await member.post("/cart", { product: content.first, quantity: "-1", previousQuantity: "1" }),
    await member.post(`/product/${content.first}/review`, { productId: content.first, rating: "", comment: "" }),
  ]) {
    expect(answer.status).toBe(400)
    expect(markupFaults(await answer.text())).toEqual([])
  }
})
