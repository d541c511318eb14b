import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { createGunzip } from "node:zlib"
import { afterEach, describe, expect, test } from "vitest"
import { startProcess } from "~/testing/processes/program.server"

interface Accepted {
  id: string
  package: string
  guard: string
  test: string
}

const accepted: Accepted[] = JSON.parse(readFileSync("app/commands/dependencies/accepted-advisories.json", "utf8"))
const upgrading = readFileSync("docs/upgrading.md", "utf8")

const advisory = (id: string, title: string) => ({
  id: Number.parseInt(id.slice(-4), 36),
  url: `https://github.com/advisories/${id}`,
  title,
  severity: "high",
  vulnerable_versions: ">=0.0.0",
})

describe("npm run advisories", () => {
  let registry: Server | undefined
  afterEach(() => void registry?.close())

  const acceptedVulnerabilities = () =>
    Object.fromEntries(
      [...new Set(accepted.map((one) => one.package))].map((name) => {
        const own = accepted.filter((one) => one.package === name)
        return [name, own.map(({ id }) => advisory(id, "an accepted vulnerability"))]
      }),
    )

  test("passes with accepted vulnerabilities, and prints the reasons", async () => {
    const { code, said } = await advisories(acceptedVulnerabilities())
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringContaining("No other package of the running shop has"),
    })
    for (const { id } of accepted) expect(said).toContain(`Accepted: ${id}`)
  })

  test("fails for a vulnerability that is not accepted, and names it", async () => {
    const { code, said } = await advisories({
      ...acceptedVulnerabilities(),
      express: [advisory("GHSA-aaaa-bbbb-cccc", "Anybody reads everything")],
    })
    expect(code).toBe(1)
    expect(said).toContain("high: express >=0.0.0: Anybody reads everything (GHSA-aaaa-bbbb-cccc, https://")
  })

  test("ignores development dependencies, and says which accepted vulnerability is fixed", async () => {
    const { code, said } = await advisories({ vitest: [advisory("GHSA-dddd-eeee-ffff", "Tests run")] })
    expect(code).toBe(0)
    expect(said).toContain(`${accepted[0]?.id} of ${accepted[0]?.package} is fixed`)
  })

  test("passes if the registry does not respond, and says so", async () => {
    expect(await advisories(null)).toEqual({ code: 0, said: expect.stringContaining("nothing was checked") })
  })

  /** Asks a registry that reports these vulnerabilities by package; with `null` it does not answer such requests. */
  async function advisories(vulnerabilities: Record<string, ReturnType<typeof advisory>[]> | null) {
    registry = createServer(async (request, response) => {
      const bulk = request.method === "POST" && request.url?.endsWith("/advisories/bulk")
      if (!bulk || !vulnerabilities) return void response.writeHead(405).end("{}")
      const asked = JSON.parse(await text(request.pipe(createGunzip())))
      const known = Object.entries(vulnerabilities).filter(([name]) => name in asked)
      response.setHeader("Content-Type", "application/json").end(JSON.stringify(Object.fromEntries(known)))
    }).listen(0, "127.0.0.1")
    await once(registry, "listening")
    const { port } = registry.address() as AddressInfo
    const program = startProcess(process.execPath, ["app/commands/dependencies/advisories.mjs"], {
      env: { npm_config_registry: `http://127.0.0.1:${port}` },
    })
    const { code } = await program.ended
    return { code, said: program.output() }
  }
})

describe("an accepted vulnerability", () => {
  test.each(accepted)("$id has a safeguard and a test, which docs/upgrading.md names", ({ id, guard, test }) => {
    for (const path of [guard, test]) expect(existsSync(path), path).toBe(true)
    const line = upgrading.split("\n").find((line) => line.includes(id)) ?? ""
    expect(line).toContain(`\`${guard}\``)
  })

  test("is not one that shows errors to browsers, because builds run in production mode", () => {
    expect(readFileSync("remix.config.js", "utf8")).toContain(`"process.env.NODE_ENV": '"production"'`)
  })
})
