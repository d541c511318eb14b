import { once } from "node:events"
import type { RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { startSession } from "~/domain/accounts/sessions/sessions.server"
import type { User } from "~/domain/accounts/user"
import { openSecretBox } from "~/domain/factors/secret-box.server"
import { identityOf } from "~/domain/settings/identity"
import type { Shop } from "~/domain/shop"
import { DocumentStore } from "~/http/documents/document-store.server"
import { type AppOptions, createApp } from "~/http/server/create-app.server"
import { createHttpServer } from "~/http/server/http-server.server"
import { openSessionCookie } from "~/http/session/session-cookie.server"
import { openMetrics } from "~/metrics/metrics.server"
import { TestBrowser } from "../browser/test-browser.server"
import { testBuild } from "../processes/test-build.server"
import { openTestShop, type TestShop } from "../shop/test-shop.server"

export interface TestServer extends TestShop {
  url: string
  /** A visitor without scripts, with a new cookie jar */
  visitor(): TestBrowser
  /** A signed-in browser */
  signedIn(user: Pick<User, "id" | "role">): Promise<TestBrowser>
  /** Serves by processes with these secrets, in turn. */
  restart(...secretsOfEach: string[][]): void
}

interface ServerOptions
  extends Partial<Pick<AppOptions, "metricsToken" | "sessionSecrets" | "maxStaleness" | "accounts">> {
  /** One process for each secret, in turn */
  personalPages?: readonly AppOptions["personalPages"][]
  /** Collects metrics over this database address. */
  metricsVia?: (databaseUrl: string) => Promise<string>
  /** The shop's name in the environment, which takes precedence over the settings */
  shopName?: string
}

/** The whole shop over HTTP, from the sources, on a new database */
export async function openTestServer(
  parts: Parameters<typeof openTestShop>[0] = {},
  how: Parameters<typeof openTestShop>[1] = {},
  {
    metricsVia,
    metricsToken,
    maxStaleness = 0,
    accounts,
    personalPages = ["assembled"],
    shopName,
    sessionSecrets: secrets = ["a secret for the tests only"],
  }: ServerOptions = {},
): Promise<TestServer> {
  const test = await openTestShop(parts, how)
  const build = await testBuild()
  let apps: RequestListener[] = []
  let requests = 0
  const { log, settings } = test.shop
  // Idle connections stay open: client and server share a process, and after a block of five seconds one would close a
  // connection that the other uses.
  const options = { shopName: () => test.shop.identity.name, log, behindProxy: true }
  const server = createHttpServer(options, (request, response) => apps[requests++ % apps.length]?.(request, response))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const identity = identityOf(settings, { name: shopName ?? null, email: null, url })
  const shop: Shop = {
    ...test.shop,
    identity,
    transaction: (work) => test.shop.transaction((tx) => work({ ...tx, identity })),
  }
  const metrics = metricsVia
    ? openMetrics({ shop, pool: test.pool, clock: test.clock, databaseUrl: await metricsVia(test.databaseUrl), build })
    : undefined
  const documents = new DocumentStore(test.mediaFolder)
  const appWith = (sessionSecrets: string[], personalPages: AppOptions["personalPages"] = "assembled") =>
    createApp({
      clock: test.clock,
      shop: { ...shop, secrets: openSecretBox(sessionSecrets) },
      build,
      sessionSecrets,
      trustProxy: 0,
      maxStaleness,
      contextMenu: "blocked",
      personalPages,
      accounts,
      documents,
      mediaFolder: test.mediaFolder,
      mailPage: true,
      assets: [],
      metrics,
      metricsToken,
    })
  apps = personalPages.map((how) => appWith(secrets, how))
  return {
    ...test,
    shop,
    url,
    visitor: () => new TestBrowser(url, test.clock.now),
    restart(...secretsOfEach) {
      apps = secretsOfEach.map((own) => appWith(own))
    },
    async signedIn(user) {
      const browser = new TestBrowser(url, test.clock.now)
      const { token } = await startSession(shop, user, { userAgent: "", address: "" })
      browser.keep(await openSessionCookie({ secrets, secure: false }).write({ token, cart: [] }))
      return browser
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await documents.close()
      await metrics?.close()
      await test.close()
    },
  }
}
