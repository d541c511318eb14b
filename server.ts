import { once } from "node:events"
import type { RequestListener, Server, ServerResponse } from "node:http"
import { join } from "node:path"
import type { ServerBuild } from "@remix-run/node"
import type { ViteDevServer } from "vite"
import { startBackground } from "./app/background/background.server"
import { DEFAULT_NAME } from "./app/domain/settings/settings"
import { findStandby } from "./app/domain/standby.server"
import { DocumentStore } from "./app/http/documents/document-store.server"
import { withAssetHost } from "./app/http/server/asset-host.server"
import { builtFiles } from "./app/http/server/built-files.server"
import { type AppOptions, createApp } from "./app/http/server/create-app.server"
import { createHttpServer } from "./app/http/server/http-server.server"
import { READ_ONLY_REASON } from "./app/http/server/operator-pages.server"
import { openMetrics } from "./app/metrics/metrics.server"
import { type OpenShop, openShop } from "./app/open-shop.server"
import { openLog } from "./app/start/log.server"
import { prepareShop } from "./app/start/prepare-shop.server"
import { captureProcessOutput } from "./app/start/process-log.server"
import { recordSkew } from "./app/start/report-clock.server"
import { type Settings, SettingsError } from "./app/start/settings.server"
import { closeOnSignal, respondWhileClosing } from "./app/start/shutdown.server"
import { configurationWarnings, showsMailPage, startupMessages } from "./app/start/startup-messages.server"

/** Serves the shop until SIGTERM or SIGINT; with `vite`, in development, from the sources. */
export async function serve(settings: Settings, vite?: ViteDevServer): Promise<void> {
  const log = openLog(settings)
  if (!vite) captureProcessOutput(log)
  const say = process.stdout.isTTY ? tell : (line: string) => log.info(line)
  let obstacle: string | null = null
  let respond: RequestListener = (_request, response) => respondWhileOpening(response, obstacle)
  let shopName = () => settings.shopName ?? DEFAULT_NAME
  const behindProxy = settings.trustProxy > 0
  const server = createHttpServer({ shopName: () => shopName(), behindProxy, log }, (request, response) =>
    (closing.started ? respondWhileClosing(respond) : respond)(request, response),
  )
  const closing = closeOnSignal(server, { log, drainTime: settings.drainTime })
  await listen(server, settings)
  try {
    const onReadOnly = () => {
      obstacle = READ_ONLY_REASON
    }
    const open = await openShop(settings, { log, onProgress: say, onReadOnly })
    closing.add(open.close)
    shopName = () => open.shop.identity.name
    closing.add(recordSkew(open).forget)
    const prepared = await prepareShop(open, settings, say)
    const documents = new DocumentStore(join(open.dataFolder, "tmp"))
    closing.add(() => documents.close())
    const options = { ...(await appOptions(open, settings, vite)), documents }
    const metrics = openMetrics({ ...open, build: options.build })
    closing.add(metrics.close)
    respond = createApp({ ...options, metrics })
    const background = startBackground(open)
    closing.add(background.stop)
    if (vite) closing.add(() => vite.close())
    if (settings.logLevel !== "silent") for (const line of startupMessages(open, settings, prepared)) say(line)
    const standby = await findStandby(open.shop)
    for (const warning of configurationWarnings(open, settings, standby)) log.warn(warning)
  } catch (error) {
    // An interrupted start fails halfway, which is not an error.
    if (!closing.started) throw error
  }
}

async function appOptions(
  open: OpenShop,
  settings: Settings,
  vite: ViteDevServer | undefined,
): Promise<Omit<AppOptions, "documents">> {
  return {
    ...settings,
    ...open,
    build: vite
      ? () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>
      : await serverBuild(settings),
    assetHost: vite ? null : settings.assetHost,
    mailPage: showsMailPage(open, settings),
    assets: vite ? [vite.middlewares] : builtFiles("build/client"),
    development: vite !== undefined,
  }
}

const tell = (line: string) => void process.stdout.write(`  ${line}\n`)

/** For IPv6, EINVAL means that the interface is missing and EAFNOSUPPORT the whole protocol. */
const NO_ADDRESS = new Set(["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL", "EAFNOSUPPORT"])

async function listen(server: Server, { port, host }: Settings): Promise<void> {
  server.listen({ port, host: host ?? undefined })
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE")
      throw new SettingsError(`PORT ${port} is in use: stop the program that uses it, or set another PORT`)
    if (error.code === "EACCES")
      throw new SettingsError(`PORT ${port} may not be used by this user: set one above 1023`)
    if (NO_ADDRESS.has(error.code ?? "")) throw new SettingsError(`HOST ${host} is not an address of this machine`)
    throw error
  })
}

/** Binds the port before the shop opens, so that a wrong one is reported immediately. */
function respondWhileOpening(response: ServerResponse, obstacle: string | null): void {
  response
    .writeHead(503, { "Content-Type": "text/plain; charset=utf-8", "Retry-After": "5" })
    .end(obstacle ? `The shop is opening: ${obstacle}.` : "The shop is opening.")
}

async function serverBuild({ assetHost }: Settings): Promise<ServerBuild> {
  const build = (await import("virtual:remix/server-build")) as unknown as ServerBuild
  return assetHost ? withAssetHost(build, assetHost) : build
}
