import { rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest"
import { processDueRefunds } from "~/domain/refunds/process-due-refunds.server"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import { READ_ONLY_REASON } from "~/http/server/operator-pages.server"
import { productPageOf } from "~/testing/pages/product-page.server"
import { journeySecret } from "~/testing/processes/built-shop.server"
import {
  expectInvoicesWithoutGaps,
  expectMailsOnce,
  expectNothingLost,
} from "~/testing/processes/expect-nothing-lost.server"
import { type FailoverCluster, openFailoverCluster } from "~/testing/processes/failover-cluster.server"
import { type Program, startProgram, untilReady } from "~/testing/processes/program.server"
import { openSlowProxy, type SlowProxy } from "~/testing/processes/slow-proxy.server"
import { startStripeLoad } from "~/testing/processes/stripe-load.server"
import { addBuyers, addProduct, setPrice } from "~/testing/shop/buyers.server"
import { expectInvariants, stripeState } from "~/testing/shop/expect-invariants.server"
import { anAdmin } from "~/testing/shop/people.server"
import { freePort } from "~db/embedded/port"
import { migrate } from "~db/migrate.server"
import { createTestFolder } from "~db/testing/test-folder"
import { openTestReplication, type TestReplication } from "~db/testing/test-replica"

const UNITS = 5_000
const BUYERS = 6
/** Milliseconds from the promotion until the first purchase */
const SELLS_WITHIN = 15_000
/** Milliseconds of the greatest age of a page, with some tolerance */
const STALENESS = 500 + 250
/** Milliseconds of a request in the shop while the name server is unresponsive */
const ANSWERS_WITHIN = 2_000

const losses: [how: string, lose: (cluster: FailoverCluster) => void][] = [
  ["killed", ({ kill }) => kill()],
  ["cut off", ({ cutOff }) => cutOff()],
]

test.each(losses)("a primary that is %s costs some seconds of selling, and no confirmed order", async (_, lose) => {
  const cluster = await openFailoverCluster()
  const { shop, stripe, post } = cluster
  const product = await addProduct(shop, { stock: UNITS })
  const { version, settings } = await readNewestSettings(shop)
  await changeSettings(shop, await anAdmin(shop), {
    snapshot: version,
    facts: { ...settings, invoiceNumbers: "INV-{number}" },
  })
  const load = await startStripeLoad(cluster, { buyers: await addBuyers(shop, BUYERS), product })
  await load.more(BUYERS)

  lose(cluster)
  await expectOutage(cluster)
  await cluster.promote()
  const promotedAt = performance.now()
  await load.more(1)
  expect(performance.now() - promotedAt).toBeLessThan(SELLS_WITHIN)
  await load.more(BUYERS)
  await expectFreshPages(cluster, product)
  await load.stop()

  const later = { ...shop, now: () => new Date(Date.now() + 16 * 60_000) }
  await vi.waitFor(() => processDueRefunds(later))
  await expectInvariants(later, { shelved: { [product]: UNITS }, gateway: stripeState(stripe) })
  await expectNothingLost(shop, load, stripe)
  await expectInvoicesWithoutGaps(shop)
  await expectMailsOnce(shop, post)
})

/** Visitors read that the shop is unavailable, and when to retry; balancers read why. */
async function expectOutage({ ports }: FailoverCluster): Promise<void> {
  const expectUnavailable = async (address: string) => {
    const ask = () => fetch(address)
    await vi.waitFor(async () => expect((await ask()).status).toBe(503), { timeout: 15_000 })
  }
  const addresses = ports.flatMap((port) => ["/readyz", "/products"].map((path) => `http://localhost:${port}${path}`))
  await Promise.all(addresses.map(expectUnavailable))
  const page = await fetch(addresses[1] ?? "")
  expect([page.status, page.headers.get("Retry-After")]).toEqual([503, expect.stringMatching(/^\d+$/)])
}

async function expectFreshPages({ shop, ports }: FailoverCluster, product: string): Promise<void> {
  const path = await productPageOf(shop, product)
  for (const [index, port] of ports.entries()) {
    const read = async () => (await fetch(`http://localhost:${port}${path}`)).text()
    await vi.waitFor(async () => expect(await read()).toContain("Walnut tray"), { timeout: 15_000 })
    await setPrice(shop, product, 5_111 + index)
    await sleep(STALENESS)
    expect(await read()).toContain(`$51.1${1 + index}`)
  }
}

describe("with a standby server only", () => {
  let replication: TestReplication
  let folder: string
  let environment: Record<string, string>

  beforeAll(async () => {
    replication = await openTestReplication({ prepare: (url) => migrate(url) })
    folder = createTestFolder()
    environment = {
      PORT: String(await freePort()),
      DATABASE_URL: replication.replicaUrl,
      DATA_DIR: folder,
      SESSION_SECRET: journeySecret,
      PAYMENTS: "sandbox",
    }
  })
  afterAll(async () => {
    await replication?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test("a process does not open, and says why to the balancer and in the log", async () => {
    const server = startProgram(["build/server/server.js"], environment)
    onTestFinished(() => server.end("SIGKILL").then(() => {}))
    const readiness = async () => {
      const answer = await fetch(`http://localhost:${environment.PORT}/readyz`)
      return { status: answer.status, text: await answer.text() }
    }
    await expect
      .poll(() => readiness().catch(() => null))
      .toEqual({
        status: 503,
        text: "The shop is opening: the database server is a standby, or read-only.",
      })
    await expect
      .poll(server.output)
      .toMatch(/The database server at 127\.0\.0\.1:\d+ is a standby, which accepts no writes/)
    expect((await server.ended).code).toBe(1)
    expect(server.output()).toContain("DATABASE_URL cannot be used: The database server at")
  })

  test("the shop can be backed up and exported", async () => {
    const [file, files] = [join(folder, "shop.tar"), join(folder, "export")]
    const backup = startProgram(["build/server/command.js", "backup", file], environment)
    expect(await backup.ended, backup.output()).toEqual({ code: 0, signal: null })
    expect(backup.output()).toContain("read from a standby")
    const check = startProgram(["build/server/command.js", "restore", "--check", file], environment)
    expect(await check.ended, check.output()).toEqual({ code: 0, signal: null })
    const written = startProgram(["build/server/command.js", "export", files], environment)
    expect(await written.ended, written.output()).toEqual({ code: 0, signal: null })
  })

  test("a command finds the writable server among several hosts", async () => {
    const hosts = ["127.0.0.1:1", new URL(replication.replicaUrl).host, new URL(replication.primaryUrl).host].join(",")
    const several = replication.primaryUrl.replace(new URL(replication.primaryUrl).host, hosts)
    const command = startProgram(["build/server/command.js", "admin", "boss@shop.example"], {
      ...environment,
      DATABASE_URL: `${several}?target_session_attrs=read-write`,
    })
    expect(await command.ended, command.output()).toEqual({ code: 0, signal: null })
    expect(command.output()).toContain("boss@shop.example is an administrator")
  })

  describe("with an address that moves", () => {
    let proxy: SlowProxy
    let server: Program
    const ask = async (path: string) => {
      const answer = await fetch(`http://localhost:${environment.PORT}${path}`)
      return { status: answer.status, text: await answer.text() }
    }

    /** Milliseconds of the requests in the log, as the shop measures them */
    const durations = () => {
      const lines = server.output().split("\n")
      const requests = lines.filter((line) => line.includes('"msg":"request"')).map((line) => JSON.parse(line))
      return requests.filter(({ path }) => path !== "/readyz").map(({ milliseconds }) => Number(milliseconds))
    }

    beforeAll(async () => {
      proxy = await openSlowProxy(replication.primaryUrl)
      const silentNameServer = resolve(import.meta.dirname, "../testing/processes/silent-name-server.mjs")
      server = startProgram(["build/server/server.js"], {
        ...environment,
        DATABASE_URL: proxy.url.replace("127.0.0.1", "database.test"),
        NODE_OPTIONS: `--import=${silentNameServer}`,
      })
      await untilReady(`http://localhost:${environment.PORT}`, server)
    })
    afterAll(async () => {
      await server?.end("SIGKILL")
      await proxy?.close()
    })

    test("a page takes at most two seconds while the name server is unresponsive", async () => {
      await ask("/products")
      await expect.poll(() => durations().length).toBeGreaterThan(0)
      const earlier = durations().length
      server.process.kill("SIGUSR2")
      proxy.cut()
      const answers = await Promise.all(["/products", "/products?keyword=tray", "/cart", "/login"].map(ask))
      expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([])
      // A request of an earlier test may be logged late.
      await expect.poll(() => durations().length).toBeGreaterThanOrEqual(earlier + answers.length)
      const slowest = Math.max(...durations().slice(earlier))
      // Otherwise no request would have needed the name.
      expect(slowest).toBeGreaterThan(500)
      expect(slowest).toBeLessThan(ANSWERS_WITHIN)
      server.process.kill("SIGUSR2")
    })

    test("an open process whose server becomes a standby is not ready, says why, and recovers", async () => {
      const readiness = async () => {
        const { status, text } = await ask("/readyz")
        return [status, text]
      }
      const leadTo = (url: string) => {
        proxy.lead(url)
        proxy.cut()
      }
      leadTo(replication.replicaUrl)
      await expect.poll(readiness).toEqual([503, READ_ONLY_REASON])
      expect((await ask("/login")).status).toBe(200)
      leadTo(replication.primaryUrl)
      await expect.poll(readiness).toEqual([200, "ready"])
    })
  })
})
