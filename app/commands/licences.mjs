// npm run licences: the licence of every package that the shop runs with or that its build contains, from the lock file.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { project } from "./project.mjs"

/** Development dependencies of which the build has a copy. */
const BUNDLED = "@opentelemetry/"

const { packages } = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8"))
const byLicence = new Map()
for (const [path, { version, license = "unknown", dev, devOptional }] of Object.entries(packages)) {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)
  if (path === "" || ((dev || devOptional) && !name.startsWith(BUNDLED))) continue
  byLicence.set(license, [...(byLicence.get(license) ?? []), `${name} ${version}`])
}
for (const [licence, names] of [...byLicence].sort(([one], [other]) => one.localeCompare(other)))
  console.log(`${licence} (${names.length})\n  ${[...new Set(names)].sort().join("\n  ")}`)
