import { Authenticator } from "remix-auth"
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest"
import { listMails } from "~/domain/mail/mail-list.server"
import { samplePicture } from "~/domain/media/testing/sample-pictures"
import { type ApiServer, openApiServer } from "~/testing/api/api-server.server"
import { PASSWORD } from "~/testing/shop/people.server"

let server: ApiServer
let picture: Buffer

beforeAll(async () => {
  server = await openApiServer()
  await server.admin("keeper@shop.example")
  picture = await samplePicture(300, 200).jpeg().toBuffer()
})

afterAll(() => server?.close())

interface WithUser {
  user: { _id: string; name: string; email: string; role: string; avatar: { public_id: string; url: string } }
}

let people = 0
const someone = () => ({ name: "Ada Lovelace", email: `new${++people}@shop.example`, password: PASSWORD })
const dataUrl = () => `data:image/jpeg;base64,${picture.toString("base64")}`

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

describe("registering", () => {
  test("creates an ordinary account and signs in", async () => {
    const client = server.client()
    const person = someone()
    const { status, body, headers } = await client.post<WithUser>("/api/v1/register", formOf(person))
    expect([status, body.success, body.status]).toEqual([201, true, "success"])
    expect(body.user).toMatchObject({ name: person.name, email: person.email, role: "user" })
    expect(headers.getSetCookie().join()).toMatch(/counter=.*HttpOnly; SameSite=Lax/)
    expect((await client.get<WithUser>("/api/v1/me")).body.user._id).toBe(body.user._id)
  })

  test("accepts a picture as a file or as a data URL, and returns its address", async () => {
    const file = new File([new Uint8Array(picture)], "me.jpg", { type: "image/jpeg" })
    const asFile = await server.client().post<WithUser>("/api/v1/register", formOf({ ...someone(), avatar: file }))
    const asText = await server.client().post<WithUser>("/api/v1/register", { ...someone(), avatar: dataUrl() })
    for (const { user } of [asFile.body, asText.body]) {
      expect(user.avatar).toMatchObject({ public_id: expect.stringMatching(/^[0-9a-f]{24}$/) })
      const shown = await fetch(user.avatar.url)
      expect([shown.status, shown.headers.get("Content-Type")]).toEqual([200, "image/jpeg"])
    }
  })

  test("without a picture shows initials, so that there always is an address", async () => {
    const { body } = await server.client().post<WithUser>("/api/v1/register", { ...someone(), name: "<b> & Sons" })
    expect(decodeURIComponent(body.user.avatar.url)).toMatch(/^data:image\/svg\+xml,<svg .*>&#60;S<\/text><\/svg>$/)
  })

  test("ignores fields that the shop decides", async () => {
    const more = { role: "admin", _id: "0".repeat(24), createdAt: "1970-01-01T00:00:00.000Z", password_hash: "x" }
    const { body } = await server.client().post<WithUser>("/api/v1/register", { ...someone(), ...more })
    expect(body.user.role).toBe("user")
    expect(body.user._id).not.toBe(more._id)
  })

  test.each([
    [{ email: "keeper@shop.example" }, "Email already exists"],
    [{ email: "KEEPER@SHOP.EXAMPLE" }, "Email already exists"],
    [{ email: "nobody" }, "Please enter a valid email"],
    [
      { email: "a@b.example\r\nBcc: c@d.example" },
      "Please enter a valid email: the 12th character, a line break, cannot be used",
    ],
    [{ name: "" }, "Please enter your name"],
    [{ password: "short" }, "A password needs at least 8 characters"],
    [{ password: "password123" }, expect.stringMatching(/^This password is too common; please choose another one/)],
    [{ password: "P@ssw0rd1" }, expect.stringMatching(/^This password is too common/)],
    [{ password: "Counter2026!" }, expect.stringMatching(/^This password is too close to your name, your email or/)],
    [{ avatar: "cannot be read here" }, "A picture must be a file or a base64 data URL"],
    [{ avatar: `data:image/png;base64,${Buffer.from("<svg/>").toString("base64")}` }, expect.stringMatching(/JPEG/)],
  ])("with %j is refused", async (wrong, message) => {
    const { status, body, headers } = await server.client().post("/api/v1/register", { ...someone(), ...wrong })
    expect([status, body.message]).toEqual([400, message])
    expect(headers.getSetCookie()).toEqual([])
  })
})

describe("signing in", () => {
  test("has the same message for an unknown email address and a wrong password", async () => {
    const { email } = someone()
    await server.member(email)
    const wrong = await server.client().post("/api/v1/login", { email, password: "wrong password" })
    const unknown = await server.client().post("/api/v1/login", { email: "x@nowhere.example", password: PASSWORD })
    expect([wrong.status, wrong.body]).toEqual([401, unknown.body])
    expect(wrong.body.message).toBe("Invalid email or password")
  })

  test("requires both", async () => {
    for (const sent of [{}, { email: "a@b.example" }, { password: "x" }, { email: 1, password: 2 }]) {
      const { status, body } = await server.client().post("/api/v1/login", sent)
      expect([status, body.message]).toEqual([400, "Please enter email and password"])
    }
  })

  test("goes through the form strategy of the page, for every content type", async () => {
    const { email, password } = someone()
    await server.member(email)
    const strategy = vi.spyOn(Authenticator.prototype, "authenticate")
    onTestFinished(() => strategy.mockRestore())
    for (const encode of [
      (fields: object) => fields,
      (fields: Record<string, string>) => new URLSearchParams(fields),
      formOf,
    ]) {
      const login = async (fields: { email: string; password: string }) => {
        const { status, body } = await server.client().post("/api/v1/login", encode(fields))
        return [status, body.message ?? (body.user as { email: string }).email]
      }
      expect(await login({ email, password })).toEqual([200, email])
      expect(strategy).toHaveBeenCalledOnce()
      expect(await login({ email: ` ${email.toUpperCase()}`, password })).toEqual([200, email])
      expect(await login({ email, password: `${password}\r\n` })).toEqual([401, "Invalid email or password"])
      expect(await login({ email, password: "ä+%&=".repeat(40) })).toEqual([401, "Invalid email or password"])
      expect(await login({ email: `${"a".repeat(300)}@b.example`, password })).toEqual([
        400,
        "Please enter a valid email",
      ])
      expect(await login({ email, password: "" })).toEqual([400, "Please enter email and password"])
      strategy.mockClear()
    }
  })

  test("accepts any password that the account was created with", async () => {
    const { email, ...fields } = someone()
    const password = "  ä+%&=\t“quoted” 密码\n"
    expect((await server.client().post("/api/v1/register", { ...fields, email, password })).status).toBe(201)
    expect((await server.client().post("/api/v1/login", { email, password })).status).toBe(200)
    expect((await server.client().post("/api/v1/login", { email, password: password.trim() })).status).toBe(401)
  })

  test("is locked for a while after ten wrong passwords, and says for how long", async () => {
    const { email, password } = someone()
    await server.member(email)
    for (let tries = 0; tries < 10; tries++) await server.client().post("/api/v1/login", { email, password: "wrong" })
    const { status, body, headers } = await server.client().post("/api/v1/login", { email, password })
    expect([status, body.success]).toEqual([429, false])
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(60)
  })
})

describe("someone else's guesses", () => {
  test("do not lock out a client that has signed in before", async () => {
    const { email, password } = someone()
    const client = await server.member(email)
    await client.get("/api/v1/logout")
    for (let tries = 0; tries < 11; tries++) await server.client().post("/api/v1/login", { email, password: "wrong" })
    expect((await server.client().post("/api/v1/login", { email, password })).status).toBe(429)
    expect((await client.post("/api/v1/login", { email, password })).status).toBe(200)
  })
})

describe("signing out", () => {
  test("ends the session: a copied cookie no longer works", async () => {
    const client = await server.member(someone().email)
    const stolen = client.browser.cookie
    expect((await client.get("/api/v1/logout", { "Sec-Fetch-Site": "same-origin" })).body.message).toBe("Logged out")
    expect((await client.get("/api/v1/me")).body.message).toBe("Please login to access this resource")
    expect((await server.client().get("/api/v1/me", { Cookie: stolen })).status).toBe(401)
  })

  test("of a client that is not signed in is no error", async () => {
    expect((await server.client().get("/api/v1/logout")).body.message).toBe("Logged out")
  })
})

describe("changing a profile", () => {
  test("works as the original client sends it, and keeps the picture when none is chosen", async () => {
    const client = await server.member(someone().email)
    const changed = await client.put<WithUser>("/api/v1/me/update", formOf({ ...someone(), avatar: dataUrl() }))
    expect(changed.status).toBe(200)
    const { avatar } = changed.body.user
    const { name, email } = changed.body.user
    for (const nothing of ["", "undefined", "null", avatar.url, "http://127.0.0.1:1/never-fetched.png"]) {
      const again = await client.put<WithUser>("/api/v1/me/update", formOf({ name, email, avatar: nothing }))
      expect([again.status, again.body.user.avatar]).toEqual([200, avatar])
    }
    expect((await client.put<WithUser>("/api/v1/me/update", { name: "Grace", email })).body.user.name).toBe("Grace")
    expect((await client.get<WithUser>("/api/v1/me")).body.user).toMatchObject({ name: "Grace", avatar })
  })

  test("accepts another email address without a password, as the contract has no field for one, and notifies the old address", async () => {
    const { email } = someone()
    const client = await server.member(email)
    const moved = await client.put<WithUser>("/api/v1/me/update", { name: "Ada", email: `moved-${email}` })
    expect([moved.status, moved.body.user.email]).toEqual([200, `moved-${email}`])
    const told = (await listMails(server.shop)).filter(({ recipient }) => recipient === email)
    expect(told.map(({ subject }) => subject)).toContain("Your Counter email was changed")
  })

  test("refuses someone else's email address", async () => {
    const { email } = someone()
    await server.member(email)
    const client = await server.member(someone().email)
    const { status, body } = await client.put("/api/v1/me/update", { name: "Ada", email })
    expect([status, body.message]).toEqual([400, "Email already exists"])
  })
})
