import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server?.close())

const password = "correct horse battery"
const register = (email: string) =>
  server.visitor().json("POST", "/api/v1/register", { name: "Ada Lovelace", email, password })
const signIn = (email: string) => server.visitor().post("/login", { email, password })
const stored = async () =>
  (await server.shop.db.selectFrom("users").select("email").execute()).map(({ email }) => email)

test.each([
  ["tom&jerry@shop.example", "tom&jerry@shop.example", "TOM&JERRY@SHOP.EXAMPLE"],
  ["sales/eu@shop.example", "sales/eu@shop.example", "\u200esales/eu@shop.example\u00a0"],
  ["o'brien{x}|y~z@shop.example", "o'brien{x}|y~z@shop.example", "o'brien{x}|y~z@shop.example"],
  ["ada@bücher.example", "ada@xn--bcher-kva.example", "ADA@BÜCHER.example"],
  ["bob@xn--bcher-kva.example", "bob@xn--bcher-kva.example", "bob@bücher.example"],
  ["eva@пример.рф", "eva@xn--e1afmkfd.xn--p1ai", "eva@xn--E1AFMKFD.xn--p1ai"],
  ["first.last@shop.example", "first.last@shop.example", "ｆｉｒｓｔ．ｌａｓｔ＠shop.example"],
])("%s is one mailbox in all its spellings", async (typed, kept, again) => {
  expect((await register(typed)).status).toBe(201)
  expect(await stored()).toContain(kept)
  const taken = await register(again)
  expect([taken.status, (await taken.json()).message]).toEqual([400, "Email already exists"])
  for (const spelling of [typed, kept, again]) {
    const answer = await signIn(spelling)
    expect([spelling, answer.status, answer.headers.get("Location")]).toEqual([spelling, 303, "/account"])
  }
  const recipients = await server.shop.db.selectFrom("mails").select("recipient").distinct().execute()
  expect(recipients.map(({ recipient }) => recipient)).toContain(kept)
})

test("dots in the local part make another mailbox, and a domain without one is refused", async () => {
  expect((await register("firstlast@shop.example")).status).toBe(201)
  const answer = await register("ada@localhost")
  expect([answer.status, (await answer.json()).message]).toEqual([400, "Please enter a valid email"])
})
