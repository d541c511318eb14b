import { spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { journeySecret } from "~/testing/processes/built-shop.server"
import { type Program, startProcess, untilReady } from "~/testing/processes/program.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { freePort } from "~db/embedded/port"
import { createTestFolder } from "~db/testing/test-folder"

/** The steps that docs/operate.md tells an operator, with a folder of this test in place of the operator's */
const folder = createTestFolder()
const [, page = ""] = readFileSync("docs/operate.md", "utf8").split("## Traces\n")
const block = (language: string) => new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? ""
const install = block("sh").replace("/srv/traces", folder)

const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=0"]
spawnSync("npm", [...install.trim().split(/\s+/).slice(1), ...options], { cwd: folder, timeout: 170_000 })
const installed = existsSync(join(folder, "node_modules/@opentelemetry/auto-instrumentations-node/package.json"))
if (!installed) console.warn("OpenTelemetry could not be had from the registry: traces were not tried")

describe.skipIf(!installed)("with OpenTelemetry loaded as documented", () => {
  let opened: TestShop
  let collector: Server
  let server: Program
  let url: string
  const traces: Buffer[] = []
  beforeAll(async () => {
    opened = await openTestShop()
    collector = createServer(async (request, response) => {
      traces.push(await buffer(request))
      response.end()
    }).listen(0, "127.0.0.1")
    await once(collector, "listening")
    const { port: collectorPort } = collector.address() as AddressInfo
    const port = await freePort()
    url = `http://localhost:${port}`
    writeFileSync(join(folder, "traces.mjs"), block("js"))
    const documented = Object.fromEntries(
      [...block("ini").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
    )
    expect(documented).toMatchObject({ OTEL_SERVICE_NAME: "counter", OTEL_TRACES_SAMPLER_ARG: "0.1" })
    server = startProcess(process.execPath, ["--import", join(folder, "traces.mjs"), "build/server/server.js"], {
      env: {
        ...documented,
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
        OTEL_TRACES_SAMPLER_ARG: "1",
        OTEL_BSP_SCHEDULE_DELAY: "200",
        PORT: String(port),
        DATABASE_URL: opened.databaseUrl,
        DATA_DIR: opened.mediaFolder,
        SESSION_SECRET: journeySecret,
        PAYMENTS: "sandbox",
      },
    })
    await untilReady(url, server)
  })
  afterAll(async () => {
    await server?.end("SIGTERM")
    collector?.close()
    await opened?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test("a request is traced into its statements, and its log line names the trace", async () => {
    expect(
      (await fetch(`${url}/api/v1/login`, { method: "POST", body: new URLSearchParams({ email: "a@b.c" }) })).ok,
    ).toBe(false)
    expect((await fetch(`${url}/products`)).status).toBe(200)
    const sent = () => Buffer.concat(traces).toString("latin1")
    await expect.poll(sent).toContain("pg.query:SELECT")
    await expect.poll(sent).toContain("GET")
    expect(sent()).toContain("counter")
    const said = () => /\{.*"path":"\/products".*\}/.exec(server.output())?.[0] ?? "{}"
    await expect.poll(() => JSON.parse(said())).toMatchObject({ trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) })
    const { trace_id } = JSON.parse(said())
    await expect.poll(() => Buffer.concat(traces).includes(Buffer.from(trace_id, "hex"))).toBe(true)
  })

  test("the shop shuts down as it does without", async () => {
    expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null })
  })
})
