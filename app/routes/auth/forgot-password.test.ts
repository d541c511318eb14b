import { afterAll, beforeAll, expect, test } from "vitest"
import { sendLink } from "~/domain/accounts/passwords/mailed-links.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { aMember, aSession, PASSWORD, signedInUserId } from "~/testing/shop/people.server"

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** Runs the background job, and returns the link in the mail. */
async function mailedPath(email: string): Promise<string> {
  await sendLink(server.shop, "password-reset", email)
  const { text_body } = await server.shop.db
    .selectFrom("mails")
    .select("text_body")
    .where("kind", "=", "password-reset")
    .where("recipient", "=", email)
    .executeTakeFirstOrThrow()
  return new URL(/http\S+reset\S+/.exec(text_body)?.[0] ?? "").pathname
}

test("the response is the same whether or not an account has the email address", async () => {
  const { email } = await aMember(server.shop)
  for (const asked of [email, "nobody@shop.example"]) {
    const visitor = server.visitor()
    const answer = await visitor.post("/password/forgot", { email: asked })
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/password/forgot?sent"])
    expect(await (await visitor.get("/password/forgot?sent")).text()).toContain(`Email sent to ${asked}`)
  }
})

test("the sixth link in a quarter of an hour has to wait", async () => {
  for (let i = 0; i < 5; i++) await server.visitor().post("/password/forgot", { email: "busy@shop.example" })
  const answer = await server.visitor().post("/password/forgot", { email: "busy@shop.example" })
  expect(answer.status).toBe(429)
  expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/)
})

test("the link leads to the shop's own address, whatever host the request has", async () => {
  const { email } = await aMember(server.shop)
  await server.visitor().post("/password/forgot", { email }, { "X-Forwarded-Host": "evil.example" })
  await sendLink(server.shop, "password-reset", email)
  const mails = await server.shop.db.selectFrom("mails").select(["text_body", "html_body"]).execute()
  expect(mails.some((mail) => mail.text_body.includes(`${server.url}/password/reset/`))).toBe(true)
  expect(JSON.stringify(mails)).not.toContain("evil.example")
})

test("the link sets a new password, signs in here and signs out all other devices", async () => {
  const member = await aMember(server.shop)
  const elsewhere = await aSession(server.shop, member)
  const path = await mailedPath(member.email)
  const visitor = server.visitor()
  await visitor.get(path)
  const page = await visitor.get("/password/reset")
  expect(page.headers.get("Referrer-Policy")).toBe("no-referrer")
  expect(page.headers.get("Cache-Control")).toBe("no-store")
  expect(await page.text()).toContain(member.email)
  const fields = { password: "a new long password", confirmPassword: "a new long password" }
  const answer = await visitor.post("/password/reset", fields, { Origin: "null", "Sec-Fetch-Site": "same-origin" })
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/account"])
  expect(await (await visitor.get("/account")).text()).toContain("Password changed successfully")
  expect(await signedInUserId(server.shop, elsewhere)).toBeNull()
  expect(visitor.cookie).not.toContain("counter-reset")
  await visitor.get(path)
  const again = await visitor.post("/password/reset", fields)
  expect(again.status).toBe(400)
  expect(await again.text()).toContain("This link has expired")
})

test("two different passwords are refused in the form, and the link still works", async () => {
  const path = await mailedPath((await aMember(server.shop)).email)
  const visitor = server.visitor()
  await visitor.get(path)
  const answer = await visitor.post("/password/reset", { password: PASSWORD, confirmPassword: "something else" })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain("Password does not match")
  expect((await visitor.get("/password/reset")).status).toBe(200)
})

test("an unknown link says so and offers a new one", async () => {
  const visitor = server.visitor()
  await visitor.get("/password/reset/nonsense")
  const answer = await visitor.get("/password/reset")
  expect(answer.status).toBe(400)
  const page = await answer.text()
  expect(page).toContain("This link has expired")
  expect(page).toContain('href="/password/forgot"')
})

test("the secret of a link moves from the address into a cookie immediately", async () => {
  const path = await mailedPath((await aMember(server.shop)).email)
  const token = path.split("/").at(-1) ?? ""
  const visitor = server.visitor()
  const answer = await visitor.get(path, { "Sec-Fetch-Site": "cross-site" })
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/password/reset"])
  expect(answer.headers.get("Referrer-Policy")).toBe("no-referrer")
  expect(answer.headers.get("Cache-Control")).toBe("no-store")
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^counter-reset=[^;]+; Max-Age=1800; Path=\/password; HttpOnly; SameSite=Lax$/),
  ])
  const page = await (await visitor.get("/password/reset")).text()
  expect(page).not.toContain(token)
})

test("a scanner that follows the links of a mail does not use them up", async () => {
  const path = await mailedPath((await aMember(server.shop)).email)
  const scanner = server.visitor()
  for (const method of ["HEAD", "GET", "GET"]) await scanner.send(path, { method })
  expect((await scanner.get("/password/reset")).status).toBe(200)
  const owner = server.visitor()
  await owner.get(path)
  const fields = { password: "a new long password", confirmPassword: "a new long password" }
  expect((await owner.post("/password/reset", fields)).headers.get("Location")).toBe("/account")
})

test("a form posted to the link itself sets the password, because few browsers redirect a form", async () => {
  const path = await mailedPath((await aMember(server.shop)).email)
  const visitor = server.visitor()
  const fields = { password: "a new long password", confirmPassword: "a new long password" }
  const refused = await visitor.post(path, { ...fields, confirmPassword: "something else" })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toMatch(/Password does not match[\s\S]*href="\/password\/reset\//)
  const answer = await visitor.post(path, fields)
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/account"])
  expect((await visitor.get("/account")).status).toBe(200)
  expect((await server.visitor().post(path, fields)).status).toBe(400)
})

test.each([
  ["without a link", "counter-reset="],
  ["with a cookie that the shop has not signed", "counter-reset=InRva2VuIg%3D%3D.forged"],
])("the page %s says what to do", async (_, cookie) => {
  const answer = await server.visitor().get("/password/reset", { Cookie: cookie })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('href="/password/forgot"')
})

test("an email change can be undone from the former mailbox, without a session", async () => {
  const member = await aMember(server.shop)
  const browser = await server.signedIn(member)
  const moved = { name: member.name, email: `moved-${member.email}`, password: PASSWORD }
  expect((await browser.post("/update", moved)).headers.get("Location")).toBe("/account")
  const { rows } = await server.pool.query("select text_body from mails where recipient = $1", [member.email])
  const [path = ""] = /\/email\/undo\/\S+/.exec(rows.map(({ text_body }) => text_body).join()) ?? []
  const owner = server.visitor()
  const opened = await owner.get(path)
  expect([opened.status, opened.headers.get("Location")]).toEqual([303, "/email/undo"])
  const page = await (await owner.get("/email/undo")).text()
  expect(page).toContain(`becomes ${member.email} again`)
  expect(page).not.toContain(path.split("/").at(-1))
  expect((await owner.post("/email/undo", {})).headers.get("Location")).toBe("/password/reset")
  expect((await browser.get("/account")).headers.get("Location")).toMatch(/^\/login/)
  const fields = { password: "a new long password", confirmPassword: "a new long password" }
  expect((await owner.post("/password/reset", fields)).headers.get("Location")).toBe("/account")
  expect(await (await owner.get("/account")).text()).toContain(member.email)
  for (const used of [server.visitor(), owner]) {
    await used.get(path)
    const answer = await used.get("/email/undo")
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("This link has expired")])
  }
})
