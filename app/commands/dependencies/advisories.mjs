// npm run advisories: fails for a known vulnerability of a runtime package that is not accepted.
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { enterProject, exitWithError } from "../clone/project.mjs"

enterProject()
const accepted = JSON.parse(readFileSync("app/commands/dependencies/accepted-advisories.json", "utf8"))
const vulnerabilities = listVulnerabilities()
if (!vulnerabilities) {
  console.log("The registry did not list known vulnerabilities: nothing was checked.")
} else {
  const ids = new Set(vulnerabilities.map(({ id }) => id))
  for (const { id, package: name, reason } of accepted) {
    console.log(
      ids.has(id)
        ? `Accepted: ${id} of ${name}. ${reason}`
        : `${id} of ${name} is fixed: remove it from the accepted vulnerabilities.`,
    )
  }
  const open = vulnerabilities.filter(({ id }) => !accepted.some((known) => known.id === id))
  for (const { id, name, range, severity, title, url } of open) {
    console.log(`${severity}: ${name} ${range}: ${title} (${id}, ${url})`)
  }
  if (open.length > 0) exitWithError("Update to the fixed versions; if there is none, see docs/upgrading.md.")
  console.log("No other package of the running shop has a known vulnerability.")
}

function listVulnerabilities() {
  const args = ["audit", "--omit=dev", "--json", "--fetch-retries=0", "--fetch-timeout=20000"]
  const { stdout } = spawnSync("npm", args, { encoding: "utf8", shell: process.platform === "win32" })
  const report = parse(stdout)
  if (!report?.auditReportVersion) return null
  // A package that is listed only for a dependency names that package instead of an advisory.
  const found = Object.values(report.vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one === "object"))
  return [...new Map(found.map((one) => [one.url, { ...one, id: one.url.split("/").at(-1) }])).values()]
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
