import { readdirSync, readFileSync } from "node:fs"
import { builtinModules } from "node:module"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Deployment, deployBuild } from "~/testing/processes/deployment.server"
import { type Program, untilReady } from "~/testing/processes/program.server"
import { freePort } from "~db/embedded/port"

let deployed: Deployment
let server: Program
let url: string

beforeAll(async () => {
  const port = await freePort()
  url = `http://localhost:${port}`
  deployed = deployBuild((dataFolder) => ({
    PORT: String(port),
    DATA_DIR: dataFolder,
    SHOP_NAME: "Corner Shop",
    DEMO_CATALOGUE: "off",
    NODE_ENV: "production",
  }))
  server = deployed.start(process.execPath, [join(deployed.folder, "build/server/server.js")])
  await untilReady(url, server)
})
afterAll(async () => {
  await server?.end("SIGTERM")
  deployed?.remove()
})

const command = (...args: string[]) =>
  deployed.start("npm", ["run", "--silent", ...args], { cwd: deployed.folder, env: { LOG_LEVEL: "warn" } })

describe("a deployed shop, in a read-only folder, without network", () => {
  test("has read its .env, whatever the working directory", async () => {
    expect(await (await fetch(url)).text()).toContain("Corner Shop")
  })

  test("warns that a production start uses the embedded database and the sandbox", async () => {
    await expect.poll(server.output).toContain("test cards buy everything")
    const warnings = server
      .output()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level === 40)
    expect(warnings.map(({ msg }) => msg)).toEqual([
      expect.stringMatching(/^NODE_ENV is production, .*embedded database/),
      expect.stringMatching(/^NODE_ENV is production, .*test cards/),
    ])
  })

  test("lets every command run next to it, and none changes packages or the build", async () => {
    const before = deployed.state()
    const says = async (args: string[], sentence: RegExp, code = 0) => {
      const program = command(...args)
      expect({ code: (await program.ended).code, said: program.output() }).toEqual({
        code,
        said: expect.stringMatching(sentence),
      })
    }
    await says(["migrate"], /schema is up to date/)
    await says(["admin", "--", "boss@shop.example"], /signs in with the password/)
    await says(["seed", "--", "--products", "20"], /20 products\nDone/)
    await says(["reconcile"], /All data is consistent/)
    await says(["media", "--", "check"], /objects on disk/)
    const backup = join(deployed.dataFolder, "shop.backup")
    await says(["backup", "--", backup], /contains the whole shop/)
    await says(["restore", "--", "--check", backup], /is complete/)
    await says(["bench", "--", "--sizes", "many"], /npm run bench/, 1)
    await says(["shop"], /PORT \d+ is in use|not writable/, 1)
    expect(deployed.state()).toEqual(before)
    expect(server.process.exitCode).toBeNull()
  })

  test("serves pages, files and accounts as usual", async () => {
    const page = await (await fetch(`${url}/products`)).text()
    const style = /href="(\/assets\/[^"]+\.css)"/.exec(page)?.[1] ?? ""
    expect((await fetch(url + style)).status).toBe(200)
    const { products } = await (await fetch(`${url}/api/v1/product`)).json()
    for (const picture of [products[0].images[0].url, `${url}/no-picture.svg`]) {
      const answer = await fetch(picture)
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, expect.stringMatching(/^image\//)])
    }
    const body = new URLSearchParams({ name: "Ada", email: "ada@shop.example", password: "correct horse battery" })
    expect((await fetch(`${url}/api/v1/register`, { method: "POST", body })).status).toBe(201)
  })
})

test("the build imports only packages that are installed for production", () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"))
  const known = new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...builtinModules])
  const files = readdirSync("build/server", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".js"),
  )
  const imported = files.flatMap((file) => {
    const code = readFileSync(join("build/server", file), "utf8")
    const statements = code.matchAll(
      /^\s*(?:import|export)\b[^;"'`]*?["']([^."'/][^"']*)["'];?$|\bimport\("([^."/][^"]*)"\)/gm,
    )
    return [...statements].map(([, fixed, lazy]) => fixed ?? lazy ?? "")
  })
  expect(imported.length).toBeGreaterThan(50)
  const packages = imported.map((name) => name.split("/", name.startsWith("@") ? 2 : 1).join("/"))
  expect([...new Set(packages)].filter((name) => !name.startsWith("node:") && !known.has(name))).toEqual([])
})

test("the build contains nothing of the one package that is not freely redistributable", () => {
  const [{ name }] = JSON.parse(readFileSync("node_modules/country-state-city/lib/assets/state.json", "utf8"))
  const built = readdirSync("build", { recursive: true, encoding: "utf8" }).filter((file) => /\.(js|json)$/.test(file))
  expect(built.length).toBeGreaterThan(100)
  expect(built.filter((file) => readFileSync(join("build", file), "utf8").includes(name))).toEqual([])
})

test("the server shuts down gracefully", async () => {
  expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null })
})
