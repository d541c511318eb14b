import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { aMember, anAdmin } from "~/testing/shop/people.server"

let server: TestServer
let admin: TestBrowser
let id: string

beforeAll(async () => {
  server = await openTestServer()
  const member = await anAdmin(server.shop, { name: "Grace Hopper" })
  id = member.id
  admin = await server.signedIn(member)
})
afterAll(() => server?.close())

/** Forms that are part of another page, and that page */
const buttons = [
  ["/cart/remove", "/cart"],
  ["/logout", "/account"],
  ["/order/0123456789abcdef01234567/again", "/order/0123456789abcdef01234567"],
  ["/process/payment/approve", "/process/payment"],
  ["/process/payment/hosted", "/process/payment"],
  ["/process/payment/method", "/process/payment"],
  ["/admin/attention/payment/0123456789abcdef01234567", "/admin/attention"],
  ["/admin/attention/refund/0123456789abcdef01234567", "/admin/attention/refund/0123456789abcdef01234567"],
  ["/admin/attention/mail/0123456789abcdef01234567", "/admin/attention"],
  ["/admin/undo", "/admin/audit"],
] as const

/** Expects a complete page in the shop's frame, with the refusal and a way back. */
async function expectPage(answer: Response, status: number, back: string) {
  const html = await answer.text()
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([status, "text/html; charset=utf-8"])
  expect(html).toMatch(/<title>That did not work – Counter<\/title>/)
  expect(html).toMatch(/<h1>[^<]+<\/h1>/)
  expect(html).toMatch(/<p class="lead">[A-Z][^<]+<\/p>/)
  expect(html).toContain(`href="${back}" class="button button-primary">Go back`)
  expect(html).toContain("Grace Hopper")
}

describe.each(buttons)("the form of %s, when refused,", (path, back) => {
  test("renders a page if the body is not a form", async () => {
    await expectPage(await admin.json("POST", path, {}), 415, back)
  })

  test("renders a page if it is too large", async () => {
    const fields = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field${index}`, "x"]))
    await expectPage(await admin.post(path, fields), 413, back)
  })

  test("renders a page if it cannot be read", async () => {
    const init = { method: "POST", body: "%00=1", headers: { "Content-Type": "application/x-www-form-urlencoded" } }
    await expectPage(await admin.send(path, { ...init, headers: { ...init.headers, Origin: server.url } }), 400, back)
  })

  test("returns its status to scripts, and never JSON", async () => {
    const answer = await admin.json("POST", `${path}.data`, {})
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([415, "text/x-script; charset=utf-8"])
  })
})

test("a button with missing or invalid data is refused with a page", async () => {
  await expectPage(await admin.post("/cart/remove", {}), 400, "/cart")
  await expectPage(await admin.post("/process/payment/approve", { answer: "perhaps" }), 400, "/process/payment")
})

test("a refused file also renders a page", async () => {
  const answer = await admin.get(`/dev/mail/${id}`)
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"])
  expect(await answer.text()).toMatch(/<h1>Page Not Found<\/h1>/)
})

test("visitors without permission for a button are led to the login or to their account", async () => {
  const member = await server.signedIn(await aMember(server.shop))
  expect((await member.post("/admin/undo", {})).headers.get("Location")).toBe("/account")
})
