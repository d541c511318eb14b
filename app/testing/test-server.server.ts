import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { startSession } from "~/domain/accounts/sessions.server"
import type { Member } from "~/domain/accounts/user"
import type { Shop } from "~/domain/shop"
import { createApp } from "~/http/create-app.server"
import { openSessionCookie } from "~/http/session-cookie.server"
import { TestBrowser } from "./test-browser.server"
import { testBuild } from "./test-build.server"
import { openTestShop, type TestShop } from "./test-shop.server"

export interface TestServer extends TestShop {
  url: string
  /** A visitor with a cookie jar of their own, without scripts. */
  visitor(): TestBrowser
  /** The browser of somebody who is signed in. */
  signedIn(member: Member): Promise<TestBrowser>
}

const secrets = ["a secret for the tests only"]

/** The whole shop over HTTP, on a fresh database, from the sources. */
export async function openTestServer(parts?: Parameters<typeof openTestShop>[0]): Promise<TestServer> {
  const test = await openTestShop(parts)
  const server = createServer()
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const identity = { ...test.shop.identity, url }
  const shop: Shop = {
    ...test.shop,
    identity,
    transaction: (work) => test.shop.transaction((books) => work({ ...books, identity })),
  }
  const app = createApp({
    shop,
    build: await testBuild(),
    sessionSecrets: secrets,
    trustProxy: 0,
    contextMenu: "blocked",
    mediaFolder: test.mediaFolder,
    mailPage: true,
    assets: [],
  })
  server.on("request", app)
  return {
    ...test,
    shop,
    url,
    visitor: () => new TestBrowser(url),
    async signedIn(member) {
      const browser = new TestBrowser(url)
      const token = await startSession(shop, member.id, { userAgent: "", address: "" })
      browser.keep(await openSessionCookie({ secrets, secure: false }).write({ token, cart: [] }))
      return browser
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await test.close()
    },
  }
}
