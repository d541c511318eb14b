import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { requireMember } from "~/domain/accounts/actor"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { newObjectId } from "~/domain/object-id.server"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import { productPageOf } from "~/testing/pages/product-page.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { anAdmin } from "~/testing/shop/people.server"
import { setRules } from "~/testing/shop/pricing-rules.server"
import { shelve } from "~/testing/shop/test-orders.server"

let here: TestServer
let path: string

beforeAll(async () => {
  here = await openTestServer()
  const productId = await shelve(here.shop, await anAdmin(here.shop), { name: "Mug" })
  path = await productPageOf(here.shop, productId)
  for (let number = 1; number <= 12; number++) {
    const id = newObjectId(here.shop.now())
    const person = { id, name: `Person ${number}`, email: `${id}@crowd.example`, password_hash: "none" }
    await here.shop.db.insertInto("users").values(person).execute()
    const member = requireMember(await findActiveUser(here.shop, id))
    await leaveReview(here.shop, member, { productId, rating: 4, comment: `Thought ${number}.` })
  }
})
afterAll(() => here.close())

const read = async (search: string) => (await here.visitor().get(`${path}${search}`)).text()
const comments = (html: string) => new Set(html.match(/Thought \d+\./g)).size

describe("a product's reviews", () => {
  test("say how they are checked where a law asks for it, in the owner's words if there are any", async () => {
    expect(await read("")).not.toContain("We do not check whether")
    await setRules(here.shop, { home: { country: "DE", state: "", pinCode: "" } })
    expect(await read("")).toContain("We do not check whether its author has bought the product.")
    const facts = { ...emptyFacts, reviewChecks: "Only buyers may write." }
    await changeSettings(here.shop, await anAdmin(here.shop), { snapshot: 0, facts })
    expect(await read("")).toContain("Only buyers may write.")
    await setRules(here.shop)
  })

  test("are shown ten per page", async () => {
    expect(comments(await read(""))).toBe(10)
    expect(comments(await read("?page=2"))).toBe(2)
  })

  test("past their end say so and link back", async () => {
    const html = await read("?page=99&sort=highest")
    expect(html).toContain("This page is past the end")
    expect(html).toContain(`${path}?sort=highest&amp;page=2#reviews`)
  })

  test.each(["?page=-3", "?page=0", "?page=x", "?sort=sideways", "?page=1.5&sort="])(
    "start at the newest for %s",
    async (search) => {
      const html = await read(search)
      expect(comments(html)).toBe(10)
      expect(html).toMatch(/aria-current="true"[^>]*>Newest</)
      expect(html).toMatch(/aria-current="page"[^>]*><span[^>]*>Page <\/span>1</)
    },
  )
})
