import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import { sweepDrafts } from "~/domain/accounts/forms/drafts.server"
import { endUserSessions } from "~/domain/accounts/sessions/session-list.server"
import type { User } from "~/domain/accounts/user"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addProduct } from "~/testing/shop/buyers.server"
import { aMember, anAdmin, PASSWORD } from "~/testing/shop/people.server"

let server: TestServer
let ada: Member
let browser: TestBrowser
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.shop.db.deleteFrom("drafts").execute()
  ada = await aMember(server.shop)
  browser = await server.signedIn(ada)
})

const typed = { address: `12 "Old" <Street>`, suburb: "Fitzroy", pinCode: "3065", country: "AU", state: "VIC" }
const send = (fields = {}) => browser.post("/shipping", { ...typed, phoneNo: "", ...fields })
const page = async (path: string) => (await browser.get(path)).text()
const drafts = () => server.shop.db.selectFrom("drafts").selectAll().execute()

const signIn = (email: string) => browser.post("/login?redirect=/shipping", { email, password: PASSWORD })

const REPEAT = "You were signed out before this was done. Sign in again, then repeat it."

/** Ends all sessions of a member, as signing out everywhere on another device does. */
const signOutElsewhere = (member: Pick<User, "id">) => endUserSessions(server.shop, member.id)

describe("a form sent after the session has ended", () => {
  test("is shown again after signing in, with the reason, and is deleted once it is sent", async () => {
    await signOutElsewhere(ada)
    const refused = await send()
    expect(refused.headers.get("Location")).toBe("/login?redirect=%2Fshipping")
    expect(pageText(await page("/login?redirect=/shipping"))).toContain("Sign in again: your input is saved.")
    expect((await signIn(ada.email)).headers.get("Location")).toBe("/shipping")
    const html = await page("/shipping")
    expect(html).toContain('value="12 &quot;Old&quot; &lt;Street&gt;"')
    expect(html).toMatch(/<option value="VIC" selected/)
    expect(pageText(html)).toContain(
      "You were signed out before this was saved. Please check what you typed and send it again.",
    )
    expect((await send({ phoneNo: "0412 345 678" })).headers.get("Location")).toBe("/order/confirm")
    expect(pageText(await page("/shipping"))).not.toContain("You were signed out")
  })

  test("is kept when its owner has signed out in another tab", async () => {
    await browser.post("/logout", {})
    expect((await send()).headers.get("Location")).toBe("/login?redirect=%2Fshipping")
    expect(pageText(await page("/login?redirect=/shipping"))).toContain("Sign in again: your input is saved.")
    await signIn(ada.email)
    expect(await page("/shipping")).toContain('value="12 &quot;Old&quot; &lt;Street&gt;"')
  })

  test("is kept when the session has only expired", async () => {
    const { id } = await server.shop.db
      .selectFrom("sessions")
      .select("id")
      .where("user_id", "=", ada.id)
      .executeTakeFirstOrThrow()
    await server.shop.db
      .updateTable("sessions")
      .set({ created_at: new Date(0), last_seen_at: new Date(0) })
      .where("id", "=", id)
      .execute()
    await send()
    await signIn(ada.email)
    expect(await page("/shipping")).toContain("Fitzroy")
  })

  test("is shown to no one else who signs in there", async () => {
    const grace = await aMember(server.shop)
    await signOutElsewhere(ada)
    await send()
    await signIn(grace.email)
    expect(await page("/shipping")).not.toContain("Fitzroy")
  })

  test("leaves secrets and card data out of the database", async () => {
    await signOutElsewhere(ada)
    await browser.post("/process/payment", { number: "4242424242424242", expiry: "12/40", cvc: "123" })
    expect(await drafts()).toEqual([])
    expect(pageText(await page("/login"))).toContain(REPEAT)
    await browser.post("/update", { name: "Countess", email: ada.email, password: PASSWORD })
    const kept = await drafts()
    expect(kept.map(({ path }) => path)).toEqual(["/update"])
    expect(JSON.stringify(kept)).toContain("Countess")
    expect(JSON.stringify(kept)).not.toContain(PASSWORD)
  })

  test("is kept for half an hour, three per person, and not if it is large", async () => {
    await signOutElsewhere(ada)
    await send({ address: "x".repeat(70_000) })
    expect(await drafts()).toEqual([])
    expect(pageText(await page("/login?redirect=/shipping"))).toContain(REPEAT)
    for (let sent = 0; sent < 5; sent++) await send()
    const mine = (await drafts()).filter(({ user_id }) => user_id === ada.id)
    expect(mine).toHaveLength(3)
    server.clock.advance({ minutes: 31 })
    await signIn(ada.email)
    expect(await page("/shipping")).not.toContain("Fitzroy")
    await sweepDrafts(server.shop)
    expect(await drafts()).toEqual([])
  })
})

describe("a form without visible fields", () => {
  const password = { password: PASSWORD }
  const passwords = { oldPassword: PASSWORD, newPassword: "another long one", confirmPassword: "another long one" }
  test.each([
    ["/password/update", passwords],
    ["/account/delete", password],
    ["/account/devices", password],
  ])("at %s is not promised to be kept, and its page says why it is shown again", async (path, fields) => {
    await signOutElsewhere(ada)
    await browser.post(path, fields)
    expect(pageText(await page("/login"))).toContain(REPEAT)
    await signIn(ada.email)
    const words = pageText(await page(path))
    expect(words).toContain("You were signed out before this was done. Please do it again.")
    expect(words).not.toContain("what you typed")
    expect(words).not.toContain("choose")
  })

  test("has no typed text in its hidden fields", async () => {
    await browser.post("/shipping", { ...typed, phoneNo: "0412 345 678" })
    await browser.post("/cart", { product: await addProduct(server.shop, { stock: 5 }), quantity: 1 })
    await signOutElsewhere(ada)
    await browser.post("/order/confirm", { "snapshot.digest": "x", "snapshot.lines": ["one", "two"] })
    expect(pageText(await page("/login"))).toContain(REPEAT)
  })

  test("of a button is not stored, and replaces no other form", async () => {
    await signOutElsewhere(ada)
    await send()
    await browser.post("/order/0123456789abcdef01234567/again", {})
    expect(pageText(await page("/login"))).toContain(REPEAT)
    expect((await drafts()).map(({ path }) => path)).toEqual(["/shipping"])
    await signIn(ada.email)
    expect(await page("/shipping")).toContain("Fitzroy")
  })
})

test("files have to be chosen again if there were any", async () => {
  const admin = await anAdmin(server.shop)
  browser = await server.signedIn(admin)
  await signOutElsewhere(admin)
  const sendFile = async (path: string, fields: Record<string, string>, name: string) => {
    const body = new FormData()
    for (const [field, value] of Object.entries(fields)) body.append(field, value)
    body.append(name, new File(["name,price"], "list.csv", { type: "text/csv" }))
    await browser.send(path, { method: "POST", body, headers: { Origin: server.url } })
  }
  await sendFile("/admin/products/import", {}, "file")
  await browser.post("/login", { email: admin.email, password: PASSWORD })
  const again = "You were signed out before this was done. Please choose the file again and send it."
  expect(pageText(await page("/admin/products/import"))).toContain(again)
  await signOutElsewhere(admin)
  await sendFile("/admin/product", { name: "Mug" }, "images")
  await browser.post("/login", { email: admin.email, password: PASSWORD })
  expect(pageText(await page("/admin/product"))).toContain(
    "Please check what you typed, choose the files again, and send it again.",
  )
})

test("signing in leads back to the complete address", async () => {
  const admin = await anAdmin(server.shop)
  browser = await server.signedIn(admin)
  await signOutElsewhere(admin)
  const ids = Array.from({ length: 100 }, (_, at) => ["id", at.toString(16).padStart(24, "0")])
  const change = new URLSearchParams([
    ["back", "/admin/products?page=2"],
    ...ids,
    ["priceMode", "raise"],
    ["priceBy", "10"],
  ])
  const path = `/admin/products/bulk?${change}`
  const to = (answer: Response) =>
    new URL(answer.headers.get("Location") ?? "", server.url).searchParams.get("redirect")
  const refused = await browser.post(path, { "snapshot[0].id": "0".repeat(24) })
  expect(to(refused)).toBe(path)
  const signedIn = await browser.post(refused.headers.get("Location") ?? "", { email: admin.email, password: PASSWORD })
  expect(signedIn.headers.get("Location")).toBe(path)
  expect(pageText(await page(path))).toContain("You were signed out before this was done. Please do it again.")
  await signOutElsewhere(admin)
  const scripts = await browser.post(`/admin/product.data?index&_routes=routes%2Fadmin%2Fnew-product&back=%2Fadmin`, {})
  expect(await scripts.text()).toContain("/login?redirect=%2Fadmin%2Fproduct%3Fback%3D%252Fadmin")
})

test("nothing is kept for anonymous visitors, nor for forged cookies", async () => {
  browser = server.visitor()
  await send()
  browser.keep("counter=forged")
  await send()
  expect(await drafts()).toEqual([])
})

test("an administrator's form is not kept for someone without access", async () => {
  const admin = await anAdmin(server.shop)
  browser = await server.signedIn(admin)
  await signOutElsewhere(admin)
  const product = { name: "Mug", price: "12.50", desc: "For tea.", category: "Kitchen", stock: "" }
  expect((await browser.post("/admin/product", product)).headers.get("Location")).toBe(
    "/login?redirect=%2Fadmin%2Fproduct",
  )
  await browser.post("/login?redirect=/admin/product", { email: admin.email, password: PASSWORD })
  expect(await page("/admin/product")).toContain("For tea.")
})
