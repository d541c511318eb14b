import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { aMember } from "~/testing/shop/people.server"

let server: TestServer
let visitor: TestBrowser
let ada: TestBrowser

beforeAll(async () => {
  server = await openTestServer()
  visitor = server.visitor()
  ada = await server.signedIn(await aMember(server.shop, { name: "Ada", email: "ada@shop.example" }))
})

afterAll(() => server?.close())

const FORM = "application/x-www-form-urlencoded"

/** Sends a body unchanged, and returns the processor time of this process in milliseconds. */
async function send(browser: TestBrowser, path: string, body: string | FormData) {
  const headers: Record<string, string> = {
    Origin: server.url,
    ...(typeof body === "string" ? { "Content-Type": FORM } : {}),
  }
  const before = process.cpuUsage()
  const answer = await browser.send(path, { method: "POST", body, headers })
  const text = await answer.text()
  const { user, system } = process.cpuUsage(before)
  return { status: answer.status, text, size: text.length, worked: (user + system) / 1000 }
}

const many = (count: number, name: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${encodeURIComponent(name(at))}=v`).join("&")

describe("a form that no browser would send is answered quickly", () => {
  const hostile = {
    "an index beyond every list": "x[4294967294]=v&email=kept",
    "an index that would fill the memory": "x[9999999]=v&email=kept",
    "an index in a field that is there": "email[4294967294]=v",
    "many lists": many(200, (at) => `x${at}[499]`),
    "a list in a list in a list": many(50, (at) => `x[${200 + at}][499][499][499]`),
    "a name that nests without end": `x${".a".repeat(20_000)}=v&email=kept`,
    "a name that nests in brackets": `x${"[a]".repeat(20_000)}=v&email=kept`,
    "a name as long as a form": `${"x".repeat(500_000)}=v&email=kept`,
    "names of the parser itself": "__intent__=x&__state__=x&email=kept",
    "an order to the parser": `__intent__=${encodeURIComponent('{"type":"insert","payload":{"name":"a[999999999]"}}')}`,
    "a state that is none": "__state__=%7B&email=kept",
    "names of every object": "__proto__=v&__proto__.email=v&constructor.prototype.email=v&toString=v&email=kept",
    "one name in two shapes": "email[]=a&email.a=b",
    "one name twice": "email=a&email=b",
    "a name within a text": "email.a=b&password.a.b=c",
    "brackets of all kinds": "[]=a&[0]=b&email[=c&email]=d&email[0=e&..=f&.=g&=h",
    "a secret in an odd place": "password[4294967294]=v&password.number=v&card[9]=v",
  }

  test.each(Object.entries(hostile))("%s", async (_, body) => {
    for (const [browser, path] of [
      [visitor, "/login"],
      [visitor, "/login?register="],
      [visitor, "/password/forgot"],
      [visitor, "/cart"],
      [visitor, "/login.data"],
      [ada, "/shipping"],
      [ada, "/update"],
      [ada, "/process/payment"],
      [ada, "/order/confirm"],
    ] as const) {
      const { status, size, worked } = await send(browser, path, body)
      expect([path, status < 500], path).toEqual([path, true])
      expect(size).toBeLessThan(200_000)
      expect(worked).toBeLessThan(1_500)
    }
  })
})

describe("a field in another shape is refused", () => {
  test.each(["email=a%40b.example&email=c&password=x", "email.a=b&password=x", "email[]=b&password=x"])(
    "with a message: %s",
    async (body) => {
      const { status, text } = await send(visitor, "/login", body)
      expect(status).toBe(400)
      expect(text).toContain('<a href="#login-email">Please enter this again, as one text</a>')
      expect(text).not.toContain("Invalid input")
    },
  )

  test("a file in place of a text, and other values are kept", async () => {
    const body = new FormData()
    body.append("name", new File(["x"], "x.txt"))
    body.append("email", "ada@shop.example")
    const { status, text } = await send(ada, "/update", body)
    expect(status).toBe(400)
    expect(text).toContain('<a href="#profile-name">Please enter this again, as one text</a>')
    expect(text).toContain('value="ada@shop.example"')
  })

  test("a text in place of a file", async () => {
    const { status, text } = await send(ada, "/update", "name=Ada&email=ada%40shop.example&avatar=x")
    expect(status).toBe(400)
    expect(text).toContain('<a href="#profile-avatar">Please choose a file</a>')
  })

  test("except an empty file input, however the form is sent", async () => {
    expect((await send(ada, "/update", "name=Ada&email=ada%40shop.example&avatar=")).status).toBe(303)
  })

  test("an error of an unknown field is shown above the form", async () => {
    const { status, text } = await send(visitor, "/login", "email=a&%3Cb%3E=%00")
    expect(status).toBe(400)
    expect(text).toContain("<li>This text contains a character that cannot be stored</li>")
  })
})

test("a password of a megabyte is refused like a wrong one, in the same time", async () => {
  const words = async (password: string) => {
    const { status, text, worked } = await send(visitor, "/login", `email=ada%40shop.example&password=${password}`)
    return { status, wrong: text.includes("Invalid email or password"), worked }
  }
  await words("warm")
  const wrong = await words("wrong horse battery")
  for (const one of ["%CC%80", "a", "%F0%9F%98%80"]) {
    const long = await words(one.repeat(900_000 / one.length))
    expect(long).toMatchObject({ status: wrong.status, wrong: true })
    expect(long.worked).toBeLessThan(10 * wrong.worked + 500)
  }
})
