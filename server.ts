import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import type { ServerBuild } from "@remix-run/node"
import express, { type RequestHandler } from "express"
import type { ViteDevServer } from "vite"
import { startBackground } from "./app/background.server"
import { type AppOptions, createApp } from "./app/http/create-app.server"
import { type OpenShop, openLog, openShop } from "./app/open-shop.server"
import { type Prepared, prepareShop } from "./app/prepare-shop.server"
import { parseSettings, type Settings, SettingsError } from "./app/settings.server"

const STOP_WITHIN = 9_000

/** Opens the shop and serves it until SIGTERM or SIGINT; with `vite`, in development, from the sources. */
export async function serve(vite?: ViteDevServer): Promise<void> {
  const settings = parseSettings(process.env)
  let answer: RequestListener = answerWhileOpening
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, (request, response) =>
    answer(request, response),
  )
  await listen(server, settings.port)
  const closing = closeOnSignal(server)
  try {
    const open = await openShop(settings, { log: openLog(settings), onProgress: progress })
    closing.add(open.close)
    const prepared = await prepareShop(open, settings, progress)
    answer = createApp(await appOptions(open, settings, vite))
    const background = await startBackground(open)
    closing.add(background.stop)
    if (vite) closing.add(() => vite.close())
    announce(open, settings, prepared)
  } catch (error) {
    // Stopped while opening, things end in the middle: that is no failure.
    if (!closing.started) throw error
  }
}

async function appOptions(open: OpenShop, settings: Settings, vite: ViteDevServer | undefined): Promise<AppOptions> {
  return {
    shop: open.shop,
    build: vite ? () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild> : await serverBuild(),
    sessionSecrets: open.sessionSecrets,
    trustProxy: settings.trustProxy,
    contextMenu: settings.contextMenu,
    mediaFolder: open.mediaFolder,
    mailPage: showsMails(open),
    assets: vite ? [vite.middlewares] : builtAssets(),
    development: vite !== undefined,
  }
}

/** Mails hold reset links: they are shown on the embedded default only, and never on a shop that is open to the world. */
function showsMails({ embedded, shop }: OpenShop): boolean {
  return embedded && shop.mailer.kind === "outbox" && !shop.identity.url.startsWith("https:")
}

const progress = (line: string) => console.log(`  ${line}`)

/** The address that is in use, or may not be used, deserves a sentence of its own. */
async function listen(server: Server, port: number): Promise<void> {
  server.listen(port)
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE")
      throw new SettingsError(`PORT ${port} is taken: stop what uses it, or set another PORT`)
    if (error.code === "EACCES")
      throw new SettingsError(`PORT ${port} may not be used by this user: set one above 1023`)
    throw error
  })
}

/** The port is taken first, so that a wrong one is known before minutes go into opening. */
const answerWhileOpening: RequestListener = (_request, response) => {
  response
    .writeHead(503, { "Content-Type": "text/plain; charset=utf-8", "Retry-After": "5" })
    .end("The shop is opening.")
}

async function serverBuild(): Promise<ServerBuild> {
  return (await import("virtual:remix/server-build")) as unknown as ServerBuild
}

/** What the build made for the browser: names with a hash never change. */
function builtAssets(): RequestHandler[] {
  return [
    express
      .Router()
      .use("/assets", express.static("build/client/assets", { immutable: true, maxAge: "1y", index: false })),
    express.static("build/client", { maxAge: "1h", index: false, redirect: false }),
  ]
}

function announce(open: OpenShop, settings: Settings, { admin }: Prepared): void {
  const { shop } = open
  const { name, url } = shop.identity
  const lines = [`${name} is open at ${url}`]
  if (admin) lines.push(`Administrator: ${admin.email} with password ${admin.password}`)
  if (shop.payments.kind === "sandbox") lines.push("Cards are in test mode: 4242 4242 4242 4242 pays, no money moves.")
  if (showsMails(open)) lines.push(`Mails are shown at ${url}/dev/mail`)
  if (settings.logLevel !== "silent") console.log(`\n${lines.map((line) => `  ${line}`).join("\n")}\n`)
}

type Closer = () => Promise<void>

interface Closing {
  add(closer: Closer): void
  started: boolean
}

/** Finishes what is under way and closes what was opened, last first, within ten seconds; a second signal ends at once. */
function closeOnSignal(server: Server): Closing {
  const closers: Closer[] = []
  const closing: Closing = { add: (closer) => closers.push(closer), started: false }
  const stop = () => {
    if (closing.started) process.exit(1)
    closing.started = true
    setTimeout(() => process.exit(1), STOP_WITHIN).unref()
    server.close(async () => {
      for (const close of closers.reverse()) await close().catch((error) => console.error(error))
      process.exit(0)
    })
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), STOP_WITHIN - 3_000).unref()
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
  return closing
}

if (import.meta.env.PROD) {
  await serve().catch((error) => {
    console.error(error instanceof SettingsError || error?.name === "EmbeddedPostgresError" ? error.message : error)
    process.exit(1)
  })
}
