import { expect, test } from "vitest"
import { flushSearches, recordSearch } from "~/domain/search/popular/popular-searches.server"
import { pageText } from "~/testing/pages/page-text"
import { openBackOfficeTest } from "~/testing/shop/back-office.server"

const here = openBackOfficeTest()

const pageOf = async (path: string, browser = here.adminBrowser) => pageText(await (await browser.get(path)).text())

test("an administrator sees the searches shown to shoppers, blocks one by a form, and undoes it", async () => {
  expect(await pageOf("/admin/searches")).toContain("No popular searches yet")
  for (let i = 0; i < 5; i++) recordSearch(here.shop, "walnut bowl", `client${i}`)
  await flushSearches(here.shop)
  expect(await pageOf("/admin/searches")).toMatch(/walnut bowl 5 .*Shown Block/)
  expect(await pageOf("/search", here.visitor())).toContain("walnut bowl")

  const blocked = await here.adminBrowser.post("/admin/searches", { keyword: "walnut bowl", blocked: "yes" })
  expect([blocked.status, blocked.headers.get("Location")]).toEqual([303, "/admin/searches"])
  expect(await pageOf("/admin/searches")).toMatch(/“walnut bowl” is no longer shown.*Undo.*walnut bowl 5 .*Blocked/)
  expect(await pageOf("/search", here.visitor())).not.toContain("walnut bowl")
  expect(await pageOf("/admin/audit")).toMatch(/Blocked a popular search walnut bowl Shown/)

  const there = "/admin/searches?page=2"
  const again = await here.adminBrowser.post(there, { keyword: "walnut bowl", blocked: "no" })
  expect(again.headers.get("Location")).toBe(there)
  expect(await pageOf("/search", here.visitor())).toContain("walnut bowl")
})

test("an unknown search is refused, and so is an invalid value", async () => {
  await here.adminBrowser.post("/admin/searches", { keyword: "nothing of the kind", blocked: "yes" })
  expect(await pageOf("/admin/searches")).toContain("This is no longer a popular search")
  const wrong = await here.adminBrowser.post("/admin/searches", { keyword: "x".repeat(300), blocked: "perhaps" })
  expect(wrong.status).toBeLessThan(500)
  expect(
    await here.shop.db.selectFrom("audit_log").select("id").where("action", "=", "search.blocked").execute(),
  ).toHaveLength(1)
})
