import { get } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { beforeAll, describe, expect, test } from "vitest"
import { openToastCookie } from "~/http/session/toast-cookie.server"
import { openCacheTest, rawRequest } from "~/testing/pages/cached-responses.server"
import { aMember, anAdmin } from "~/testing/shop/people.server"
import { AccountPieces } from "./account-pieces.server"

class WithoutPerson extends AccountPieces {
  protected override keyOf() {
    return "the same for everyone"
  }
}

const secrets = ["a secret for the tests only"]
const ways = { maxStaleness: 60_000, sessionSecrets: secrets, personalPages: ["assembled", "assembled"] } as const
/** Two processes in turn, each with its own memory */
const here = openCacheTest(ways)
const leaking = openCacheTest({ ...ways, accounts: new WithoutPerson() })

type Shop = typeof here

interface Persona {
  cookie: string
  /** What this person's responses show, and no other's */
  mark: RegExp
}

/** A leak in a header counts as well as one in a page. */
async function personasOf(server: Shop): Promise<Record<string, Persona>> {
  const signedIn = async (name: string) => (await server.signedIn(await aMember(server.shop, { name }))).cookie
  const withCart = async (quantity: number) => {
    const visitor = server.visitor()
    await visitor.post(server.page, { product: server.product, quantity }, { Accept: "text/html" })
    return visitor.cookie.replace(/; counter-toast=[^;]*/, "")
  }
  const toasts = openToastCookie({ secrets, secure: false })
  const told = async (cookie: string, message: string) => {
    const [toast] = (await toasts.write({ type: "success", message })).split(";")
    return `${cookie}; ${toast}`
  }
  return {
    member: { cookie: await signedIn("Ada <b>Lovelace</b> & Sons"), mark: /Lovelace/ },
    "another member": { cookie: await signedIn("Joan Clarke"), mark: /Joan Clarke/ },
    "member with a message": {
      cookie: await told(await signedIn("Hedy Lamarr"), "For Hedy’s eyes"),
      mark: /Hedy’s eyes/,
    },
    administrator: {
      cookie: (await server.signedIn(await anAdmin(server.shop, { name: "Mary Keller" }))).cookie,
      mark: /Mary Keller/,
    },
    "visitor with a cart": { cookie: await withCart(7), mark: /class="cart-count">7</ },
    "another visitor with a cart": { cookie: await withCart(9), mark: /class="cart-count">9</ },
    "visitor with a message": { cookie: await told(await withCart(11), "For cart eleven"), mark: /For cart eleven/ },
  }
}

let people: Record<string, Persona>
beforeAll(async () => {
  people = await personasOf(here)
})

type Answer = Awaited<ReturnType<typeof rawRequest>>

function textOf({ headers, body }: Answer): string {
  const encoding = body.length > 0 && headers["content-encoding"]
  const text = encoding === "gzip" ? gunzipSync(body) : encoding === "br" ? brotliDecompressSync(body) : body
  return `${JSON.stringify(headers)}\n${text}`
}

const browser: Record<string, string> = { "Accept-Encoding": "gzip", Accept: "text/html" }
const shared = ({ page }: Shop) => ["/", "/products", page]

interface Look {
  paths?: string[]
  headers?: Record<string, string>
  method?: string
  /** Whether each person's own mark must be there */
  shows?: boolean
  /** How often each person asks */
  times?: number
}

/** Requests the pages for all people at once, several times, and returns whose data were seen by whom. */
async function findLeaks(
  server: Shop,
  personas: Record<string, Persona>,
  { paths = shared(server), headers = browser, method = "GET", shows = method === "GET", times = 6 }: Look = {},
): Promise<string[]> {
  const leaks = new Set<string>()
  const look = async (path: string, who: string | null) => {
    const own: Record<string, string> = who ? { Cookie: personas[who]?.cookie ?? "" } : {}
    const text = textOf(await rawRequest(server.url + path, { ...headers, ...own }, method))
    for (const [other, { mark }] of Object.entries(personas))
      if (other === who ? shows && !mark.test(text) : mark.test(text)) leaks.add(`${path} for ${who}: ${other}`)
  }
  for (const path of paths) {
    for (let process = 0; process < 2; process++) await look(path, null)
    const turns = Array.from({ length: times }, () => [...Object.keys(personas), null]).flat()
    await Promise.all(turns.map((who) => look(path, who)))
  }
  return [...leaks]
}

describe("no response contains another person's data", () => {
  test("of all people, whose requests cross at two processes", async () => {
    expect(await findLeaks(here, people)).toEqual([])
  })

  test("and the check finds a header that is kept without regard to its person", async () => {
    expect(await findLeaks(leaking, await personasOf(leaking))).not.toEqual([])
  })

  test.each(["br", "identity", "gzip, deflate, br"])(
    "when it is encoded for a client that accepts %s",
    async (accepted) => {
      expect(await findLeaks(here, people, { headers: { ...browser, "Accept-Encoding": accepted } })).toEqual([])
    },
  )

  test("in a dark page, a part of one, and one that the browser has already", async () => {
    const { etag } = (await rawRequest(`${here.url}/`, browser)).headers
    const kinds: Record<string, string>[] = [
      { "Sec-CH-Prefers-Color-Scheme": "dark" },
      { Range: "bytes=0-99", "If-Range": String(etag) },
      { "If-None-Match": String(etag) },
      { "If-None-Match": "*" },
      { "If-Modified-Since": new Date().toUTCString() },
    ]
    for (const more of kinds) {
      const headers = { ...browser, ...more }
      const shows = more["If-None-Match"] === undefined
      expect(await findLeaks(here, people, { headers, shows }), JSON.stringify(more)).toEqual([])
      for (const { cookie, mark } of Object.values(people)) {
        const own = await rawRequest(`${here.url}/`, { ...headers, Cookie: cookie })
        expect([own.status, mark.test(textOf(own))], JSON.stringify(more)).toEqual([200, true])
      }
    }
  })

  test("in the headers of HEAD", async () => {
    expect(await findLeaks(here, people, { method: "HEAD" })).toEqual([])
  })

  test("with any status", async () => {
    const paths = [
      "/nowhere",
      "/product/0123456789abcdef01234567",
      "/products?page=99",
      `${here.page}?sort=best`,
      `${here.page}/`,
      "/account",
      "/admin/orders",
      "/cart",
      "/login",
      "/products.data",
      "/%",
      "/api/v1/product",
    ]
    expect(await findLeaks(here, people, { paths, shows: false, times: 1 })).toEqual([])
    expect(await findLeaks(here, people, { shows: false, times: 1, method: "PUT" })).toEqual([])
  })

  test("after responses that were cut off", async () => {
    for (let time = 0; time < 20; time++)
      await Promise.all(
        Object.values(people).map(({ cookie }) => cutOff(here.url + (time % 2 ? "/" : here.page), cookie)),
      )
    expect(await findLeaks(here, people)).toEqual([])
  })
})

/** Sends a request and disconnects at once, or with the first bytes of the response. */
function cutOff(url: string, cookie: string): Promise<void> {
  return new Promise((resolve) => {
    const asking = get(url, { headers: { ...browser, Cookie: cookie } }, (response) => {
      response.once("data", () => asking.destroy())
    })
    asking.on("error", () => {}).on("close", () => resolve())
    if (Math.random() < 0.5)
      asking.on("socket", (socket) => socket.on("connect", () => setTimeout(() => asking.destroy(), 2)))
  })
}
