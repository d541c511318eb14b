import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { MAX_CART_LINES } from "~/domain/cart/cart"
import { newPictureKey, variantName } from "~/domain/media/picture"
import { openSessionCookie } from "~/http/session/session-cookie.server"
import { type BuiltShop, journeySecret, openBuiltShop } from "~/testing/processes/built-shop.server"
import { type Program, startProcess } from "~/testing/processes/program.server"
import { caddyfileOfCompose, findProgram, nginxTextOf, sendRaw } from "~/testing/proxies.server"
import { addProduct } from "~/testing/shop/buyers.server"
import { freePort } from "~db/embedded/port"
import { createTestFolder } from "~db/testing/test-folder"

const nginx = findProgram("nginx")
const openssl = findProgram("openssl")
const caddy = findProgram("caddy")
if (!nginx || !openssl) console.warn("nginx or openssl is not installed here: its configuration was read, not run")
if (!caddy) console.warn("caddy is not installed here: its configuration was read, not run")

const QUANTITY = 9_999

const oneMachine = nginxTextOf("docs/deploy/one-machine.md")
const severalProcesses = nginxTextOf("docs/deploy/several-processes.md").replace(
  /^ *#.*as on one machine$/m,
  oneMachine.slice(oneMachine.indexOf("listen"), oneMachine.indexOf("location / {")),
)

describe.skipIf(!nginx || !openssl)("behind nginx as the docs configure it", () => {
  let shop: BuiltShop
  let products: string[]
  let folder: string
  beforeAll(async () => {
    folder = createTestFolder()
    chmodSync(folder, 0o755)
    const subject = ["-subj", "/CN=shop.example", "-days", "1"]
    const files = ["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")]
    execFileSync(openssl ?? "", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject, ...files], {
      stdio: "ignore",
    })
    shop = await openBuiltShop({ env: { APP_URL: "https://shop.example", TRUST_PROXY: "1" } })
    products = []
    for (let count = 0; count < MAX_CART_LINES; count++) products.push(await addProduct(shop.shop, { stock: QUANTITY }))
  })
  afterAll(async () => {
    await shop?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each([
    ["one machine", oneMachine],
    ["several processes", severalProcesses],
  ])("on %s a cart can be filled to its last line, and pages still respond", async (_, text) => {
    const port = await freePort()
    const proxy = await startNginx(text, port)
    const send = (path: string, headers: Record<string, string>, body?: string) =>
      sendRaw(true, {
        port,
        path,
        body,
        method: body === undefined ? "GET" : "POST",
        headers: { host: "shop.example", origin: "https://shop.example", ...headers },
      })
    try {
      await expect.poll(() => send("/healthz", {}).then(({ status }) => status, String)).toBe(200)
      const last = products.at(-1) ?? ""
      const before = products.slice(0, -1).map((product) => ({ variantId: product, quantity: QUANTITY }))
      const cookie = await openSessionCookie({ secrets: [journeySecret], secure: true }).write({
        token: "t".repeat(32),
        cart: before,
      })
      const added = await send(
        `/product/${last}`,
        { cookie: cookie.split(";")[0] ?? "", "content-type": "application/x-www-form-urlencoded" },
        `product=${last}&quantity=${QUANTITY}`,
      )
      expect([added.status, added.headers.location]).toEqual([303, expect.stringMatching(/^\//)])
      const full = String(added.headers["set-cookie"]?.[0]).split(";")[0] ?? ""
      expect(full.length).toBeGreaterThan(2_000)
      const cart = await send("/cart", { cookie: full })
      expect(cart.status).toBe(200)
      expect(cart.body.match(/name="quantity/g)?.length).toBe(MAX_CART_LINES)
      expect((await send("/metrics", {})).status).toBe(404)
    } finally {
      await proxy.end("SIGTERM")
    }
  })

  /** Starts nginx with a configuration in which only addresses and the path of the certificate are changed. */
  async function startNginx(text: string, port: number): Promise<Program> {
    const own = { "listen 443": `listen 127.0.0.1:${port}`, "/etc/letsencrypt/live/shop.example": folder }
    const here = Object.entries(own).reduce((text, [from, to]) => {
      expect(text).toContain(from)
      return text.replaceAll(from, to)
    }, text)
    const shopPort = new URL(shop.url).port
    const server = here.replace(/127\.0\.0\.1:3000|10\.0\.0\.\d+:3000/g, `127.0.0.1:${shopPort}`)
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    writeFileSync(
      join(folder, "nginx.conf"),
      `pid ${folder}/pid; events {} http { access_log off; ${paths.join(" ")}\n${server}}`,
    )
    const args = ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf"), "-g", "daemon off;"]
    return startProcess(nginx ?? "", args)
  }
})

describe.skipIf(!caddy)("behind Caddy as compose.yaml configures it", () => {
  let [store, shop]: (Server & { seen: IncomingMessage[] })[] = []
  let proxy: Program
  let port: number
  let folder: string
  beforeAll(async () => {
    folder = createTestFolder()
    ;[store, shop] = await Promise.all([startRecorder("a picture"), startRecorder("a page")])
    port = await freePort()
    const text = caddyfileOfCompose()
      .replace("store:8333", `127.0.0.1:${portOf(store)}`)
      .replace("shop:3000", `127.0.0.1:${portOf(shop)}`)
    writeFileSync(join(folder, "Caddyfile"), `{\n admin off\n}\n${text}`)
    proxy = startProcess(caddy ?? "", ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")], {
      env: { SHOP_HOST: `http://localhost:${port}`, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    })
    await vi.waitUntil(
      () =>
        send("/").then(
          ({ status }) => status === 200,
          () => false,
        ),
      { timeout: 20_000 },
    )
  })
  afterAll(async () => {
    await proxy?.end("SIGTERM")
    for (const server of [store, shop]) server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const name = variantName(newPictureKey(new Date(), new Uint8Array(12)), 640, "avif")
  const send = (path: string, method = "GET", headers: Record<string, string> = {}) =>
    sendRaw(false, { port, path, method, headers: { host: `localhost:${port}`, ...headers } })

  test("a picture comes from the store, which receives its name and nothing else of the request", async () => {
    const sent = { cookie: "counter=secret", authorization: "AWS4-HMAC-SHA256 Credential=shop" }
    const { status, headers, body } = await send(`/pictures/${name}?acl&response-content-type=text/html`, "GET", sent)
    expect([status, body]).toEqual([200, "a picture"])
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    })
    const seen = store?.seen.at(-1)
    expect(seen?.url).toBe(`/pictures/${name}`)
    expect(seen?.headers).not.toMatchObject({ cookie: expect.anything() })
    expect(seen?.headers).not.toMatchObject({ authorization: expect.anything() })
    expect((await send(`/pictures/${name}`, "HEAD")).status).toBe(200)
  })

  test("nothing else in the store can be reached", async () => {
    const before = store?.seen.length
    const others = [
      "",
      "?list-type=2",
      "shop.backup",
      `${name}/`,
      `${name}.html`,
      name.toUpperCase(),
      `x/${name}`,
      `..%2fother/${name}`,
      `../other/${name}`,
      name.replace("-", "%0a-"),
      name.replace(".avif", ".svg"),
    ]
    for (const path of others) expect((await send(`/pictures/${path}`)).body, path).not.toBe("a picture")
    for (const method of ["PUT", "POST", "DELETE", "PATCH", "OPTIONS"]) {
      expect((await send(`/pictures/${name}`, method)).status, method).toBe(404)
    }
    expect(store?.seen.length).toBe(before)
  })

  test("the shop serves everything else, except its metrics", async () => {
    expect((await send("/products?page=2")).body).toBe("a page")
    expect(shop?.seen.at(-1)?.url).toBe("/products?page=2")
    expect((await send("/metrics")).status).toBe(404)
  })
})

async function startRecorder(answer: string) {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    response.setHeader("Content-Security-Policy", "default-src *").end(answer)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return Object.assign(server, { seen })
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
