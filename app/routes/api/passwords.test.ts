import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { sendLink } from "~/domain/accounts/passwords/mailed-links.server"
import { listMails } from "~/domain/mail/mail-list.server"
import { type ApiServer, openApiServer } from "~/testing/api/api-server.server"
import { PASSWORD } from "~/testing/shop/people.server"

let server: ApiServer

beforeAll(async () => {
  server = await openApiServer()
  await server.admin("keeper@shop.example")
})

afterAll(() => server?.close())

interface WithUser {
  user: { _id: string; name: string; email: string; role: string; avatar: { public_id: string; url: string } }
}

let people = 0
const someone = () => ({ name: "Ada Lovelace", email: `new${++people}@shop.example`, password: PASSWORD })
describe("changing a password", () => {
  const passwords = {
    oldPassword: PASSWORD,
    newPassword: "staple of a paper clip",
    confirmPassword: "staple of a paper clip",
  }

  test("gives this client a new session and ends all others, including its old one", async () => {
    const { email } = someone()
    const client = await server.member(email)
    const other = server.client()
    await other.post("/api/v1/login", { email, password: PASSWORD })
    const old = client.browser.cookie
    const { status, body } = await client.put<WithUser>("/api/v1/password/update", passwords)
    expect([status, body.user.email]).toEqual([200, email])
    expect((await server.client().get("/api/v1/me", { Cookie: old })).status).toBe(401)
    expect((await client.get("/api/v1/me")).status).toBe(200)
    expect((await other.get("/api/v1/me")).status).toBe(401)
  })

  test("requires the old one, and the new one twice", async () => {
    const client = await server.member(someone().email)
    const wrong = await client.put("/api/v1/password/update", { ...passwords, oldPassword: "wrong" })
    expect([wrong.status, wrong.body.message]).toEqual([400, "Invalid old password"])
    const different = await client.put("/api/v1/password/update", { ...passwords, confirmPassword: "another one" })
    expect([different.status, different.body.message]).toEqual([400, "Password does not match"])
  })
})

describe("a forgotten password", () => {
  test("has the same response, whether there is an account or not", async () => {
    for (const email of ["keeper@shop.example", "nobody@nowhere.example"]) {
      const { status, body } = await server.client().post("/api/v1/forgot/password", { email })
      expect([status, body.message]).toEqual([200, `Email sent to ${email}`])
    }
    expect((await server.client().post("/api/v1/forgot/password", { email: "x" })).status).toBe(400)
  })

  test("can be requested five times in a quarter of an hour", async () => {
    const { email } = someone()
    const answers = []
    for (let tries = 0; tries < 6; tries++)
      answers.push(await server.client().post("/api/v1/forgot/password", { email }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(answers[5]?.headers.get("Retry-After")).toMatch(/^\d+$/)
  })

  test("is set once by the link in the mail, which signs in", async () => {
    const { email } = someone()
    await server.member(email)
    await sendLink(server.shop, "password-reset", email)
    const mails = (await listMails(server.shop)).filter(({ recipient }) => recipient === email)
    const token = /password\/reset\/([\w-]+)/.exec(mails.map(({ text }) => text).join())?.[1]
    const path = `/api/v1/reset/password/${token}`
    const passwords = { password: "staple of a paper clip", confirmPassword: "staple of a paper clip" }
    const client = server.client()
    expect((await client.put(path, { ...passwords, confirmPassword: "x" })).body.message).toBe(
      "Password does not match",
    )
    expect((await client.put<WithUser>(path, passwords)).body.user.email).toBe(email)
    expect((await client.get("/api/v1/me")).status).toBe(200)
    expect((await client.put(path, passwords)).body.message).toBe("Token invalid or expired")
    expect((await client.put("/api/v1/reset/password/%00", passwords)).status).toBe(400)
  })
})
