import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { createTestFolder } from "~db/testing/test-folder"
import { type Program, startProcess } from "./program.server"

/** A clone of a minimal shop: this project's commands, with a stub bundler and server */
export interface FreshClone {
  folder: string
  /** Installs and builds so far, in order */
  history(): string[]
  change(file: string, contents: string): void
  npm(...args: string[]): Program
  /** Starts the shop on a port. */
  shop(port: number): Program
  remove(): void
}

/** A slow stub bundler; its server responds with the sources it was built from. */
const BUNDLER = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
appendFileSync("history", "build begins\\n")
const source = readFileSync("app/source.txt", "utf8")
if (source.includes("error")) { console.error("source.txt: error"); process.exit(1) }
await new Promise((resolve) => setTimeout(resolve, 700))
mkdirSync("build/client/assets", { recursive: true })
writeFileSync("build/client/robots.txt", "User-agent: *")
mkdirSync("build/server", { recursive: true })
writeFileSync("build/server/server.js", \`import { createServer } from "node:http"
createServer((_, response) => response.end("\${source}")).listen(process.env.PORT, "127.0.0.1")\`)
writeFileSync("build/server/command.js", 'console.log("a command from the build")')
appendFileSync("history", "build ends\\n")
`

export function cloneSmallShop(): FreshClone {
  const folder = createTestFolder()
  const write = (file: string, contents: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), contents)
  }
  for (const path of ["app/commands", "db/processes"]) cpSync(path, join(folder, path), { recursive: true })
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"))
  const bundler = { name: "@remix-run/dev", version: "1.0.0", type: "module" }
  const install = "echo installed >> history"
  const project = { name: "small-shop", type: "module", scripts: { ...scripts, postinstall: install } }
  const devDependencies = { "@remix-run/dev": "file:bundler" }
  write("package.json", JSON.stringify({ ...project, devDependencies }))
  write(
    "package-lock.json",
    JSON.stringify({
      name: "small-shop",
      lockfileVersion: 3,
      requires: true,
      packages: {
        "": { name: "small-shop", devDependencies },
        bundler: { name: "@remix-run/dev", version: "1.0.0", dev: true },
        "node_modules/@remix-run/dev": { resolved: "bundler", link: true },
      },
    }),
  )
  write("bundler/package.json", JSON.stringify(bundler))
  write("bundler/dist/cli.js", BUNDLER)
  write("app/source.txt", "first")
  const npm = { npm_config_registry: "http://127.0.0.1:9", npm_config_cache: join(folder, ".npm") }
  const start = (args: string[], env = {}) => startProcess("npm", args, { cwd: folder, env: { ...npm, ...env } })
  return {
    folder,
    history: () => {
      const file = join(folder, "history")
      return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []
    },
    change: write,
    npm: (...args) => start(["run", "--silent", ...args]),
    shop: (port) =>
      startProcess(process.execPath, ["app/commands/shop.mjs"], { cwd: folder, env: { ...npm, PORT: String(port) } }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
