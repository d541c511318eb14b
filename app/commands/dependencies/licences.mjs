// npm run licences: lists the licence of every runtime package from the lock file.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { project } from "../clone/project.mjs"

const { packages } = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8"))
const byLicence = new Map()
for (const [path, { version, license = "unknown", dev, devOptional }] of Object.entries(packages)) {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)
  if (path === "" || dev || devOptional) continue
  byLicence.set(license, [...(byLicence.get(license) ?? []), `${name} ${version}`])
}
for (const [licence, names] of [...byLicence].sort(([one], [other]) => one.localeCompare(other)))
  console.log(`${licence} (${names.length})\n  ${[...new Set(names)].sort().join("\n  ")}`)

const copyleft = [...byLicence].filter(([licence]) => /^A?GPL/.test(licence)).flatMap(([, names]) => names)
if (copyleft.length > 0) {
  console.log(`
The shop itself is MIT. To run it with ${copyleft.join(", ")} brings no obligations, and a build contains none of it.
If you distribute the shop together with it, as an image, an archive with node_modules or a machine, its licence applies to
the whole, and you must include the source. "Licence" in README.md also explains how to do without it.`)
}
