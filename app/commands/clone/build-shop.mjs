// @ts-check
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { compressFiles } from "./compress-files.mjs"
import { exitWithError } from "./project.mjs"

const BUILT_FROM = "build/.sources"
const SOURCES = ["app", "db", "public", "server.ts", "remix.config.js", "tsconfig.json", "package-lock.json"]

export function isBuilt() {
  return existsSync(BUILT_FROM) && readFileSync(BUILT_FROM, "utf8") === digestOfSources()
}

/** @param {{ quiet?: boolean }} [options] `quiet` shows the bundler's output only if the build fails */
export function buildShop({ quiet = true } = {}) {
  console.log("Building the shop …")
  const digest = digestOfSources()
  rmSync(BUILT_FROM, { force: true })
  const cli = "node_modules/@remix-run/dev/dist/cli.js"
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "vite:build", "-c", "remix.config.js"], {
    stdio: quiet ? "pipe" : "inherit",
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) exitWithError(`The shop could not be built.\n${stdout ?? ""}${stderr ?? ""}`)
  shortenManifest("build/client/assets")
  compressFiles("build/client")
  writeFileSync(BUILT_FROM, digest)
}

const NEVER_NAVIGATED_TO =
  /^routes\/(discovery\/|(auth|account)\/([^/]+\/)?(open|well-known)-|checkout\/payment\/payment-secret|account\/own-data\/(own|order)-file|dev\/mail-as-html|storefront\/products\/suggest)/

/**
 * Removes from the browsers' list of routes what they never use: API calls, files for crawlers, mailed links, files to download, those that
 * scripts fetch, ids (the keys), and imports (for the server and prefetching). Shoppers get a list without the back office,
 * which they enter as a document (`app/journeys/bundle.journey.test.ts`).
 *
 * @param {string} folder
 */
function shortenManifest(folder) {
  const start = "window.__remixManifest="
  for (const name of readdirSync(folder)) {
    const text = name.startsWith("manifest-") ? readFileSync(join(folder, name), "utf8") : ""
    if (!text.startsWith(start)) continue
    const { routes, ...manifest } = JSON.parse(text.slice(start.length).replace(/;\s*$/, ""))
    const kept = Object.entries(routes).filter(
      ([id, { path }]) => !path?.startsWith("api/v1/") && !NEVER_NAVIGATED_TO.test(id),
    )
    const ofShoppers = kept.filter(([id]) => !id.startsWith("routes/admin/"))
    write(name, kept)
    write(name.replace("manifest-", "shoppers-"), ofShoppers)

    /** @param {string} file @param {[string, any][]} listed */
    function write(file, listed) {
      const short = listed.map(([id, { path, id: _id, imports: _imports, css, ...route }]) => [
        id,
        { path, ...route, ...(css.length > 0 && { css }) },
      ])
      const all = { ...manifest, routes: Object.fromEntries(short) }
      writeFileSync(
        join(folder, file),
        start + JSON.stringify(all, (_key, value) => (value === false ? undefined : value)),
      )
    }
  }
}

function digestOfSources() {
  const digest = createHash("sha256")
  for (const file of SOURCES.flatMap(filesOf)) digest.update(`${file}\0`).update(readFileSync(file)).update("\0")
  return digest.digest("hex")
}

/** @type {(path: string) => string[]} */
function filesOf(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}
