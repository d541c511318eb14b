import { rmSync } from "node:fs"
import { pino } from "pino"
import { onTestFinished } from "vitest"
import { testKeys } from "~/adapters/testing/stripe-keys"
import { startStripeServer } from "~/adapters/testing/stripe-server"
import { openShop } from "~/open-shop.server"
import { parseSettings } from "~/start/settings.server"
import { freePort } from "~db/embedded/port"
import { createTestFolder } from "~db/testing/test-folder"
import { startBalancer } from "./balancer.server"
import { journeySecret } from "./built-shop.server"
import { startMailServer } from "./mail-server.server"
import { type Program, startProgram, untilReady } from "./program.server"

/**
 * Opens two processes of the shop behind a balancer, with Stripe and mails, until the test ends.
 * @param databaseUrls each process's; the test uses the first
 */
export async function openShopProcesses(databaseUrls: [string, string]) {
  const [stripe, post, balancer] = [await startStripeServer(testKeys), await startMailServer(), await startBalancer()]
  onTestFinished(() => Promise.all([stripe.close(), post.close(), balancer.close()]).then(() => {}))
  const folder = createTestFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const environment = {
    APP_URL: balancer.url,
    // The balancer, and the proxy whose part the buyers play
    TRUST_PROXY: "2",
    DATA_DIR: folder,
    DEMO_CATALOGUE: "off",
    SESSION_SECRET: journeySecret,
    LOG_LEVEL: "warn",
    SMTP_URL: post.url,
    MAIL_FROM: "Counter <shop@shop.example>",
    STRIPE_SECRET_KEY: testKeys.secretKey,
    STRIPE_PUBLISHABLE_KEY: testKeys.publishableKey,
    STRIPE_WEBHOOK_SECRET: testKeys.webhookSecrets.join(","),
    STRIPE_API_BASE: stripe.url,
  }
  const ports = [await freePort(), await freePort()]
  const servers = new Map<number, Program>()
  const start = async (port: number) => {
    const DATABASE_URL = databaseUrls[ports.indexOf(port)] ?? ""
    const server = startProgram(["build/server/server.js"], { ...environment, DATABASE_URL, PORT: String(port) })
    servers.set(port, server)
    onTestFinished(() => server.end("SIGKILL").then(() => {}))
    await untilReady(`http://localhost:${port}`, server)
    balancer.add(port)
  }
  await Promise.all(ports.map(start))
  const settings = parseSettings({ ...environment, DATABASE_URL: databaseUrls[0] })
  const open = await openShop(settings, { log: pino({ level: "silent" }) })
  onTestFinished(open.close)
  return {
    stripe,
    post,
    ports,
    /** The processes, by port */
    servers,
    start,
    shop: open.shop,
    url: balancer.url,
    stopProcesses: () => Promise.all([...servers.values()].map((server) => server.end("SIGTERM"))),
  }
}
