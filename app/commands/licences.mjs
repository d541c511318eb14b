// npm run licences: the licence of every package that the shop runs with, from the lock file.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { project } from "./project.mjs"

const { packages } = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8"))
const byLicence = new Map()
for (const [path, { version, license = "unknown", dev, devOptional }] of Object.entries(packages)) {
  if (path === "" || dev || devOptional) continue
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)
  byLicence.set(license, [...(byLicence.get(license) ?? []), `${name} ${version}`])
}
for (const [licence, names] of [...byLicence].sort(([one], [other]) => one.localeCompare(other)))
  console.log(`${licence} (${names.length})\n  ${[...new Set(names)].sort().join("\n  ")}`)
