// npm test: types, lint, known vulnerabilities, unit and integration tests, production build, browser journeys.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { isBuilt } from "./clone/build-shop.mjs"
import { findChromium } from "./clone/chromium.mjs"
import { prepare, refuseBesideOthers } from "./clone/prepare.mjs"
import { giveUp, run } from "./clone/project.mjs"

const RESULTS = "test-results"

await prepare({ tools: true, build: false })
// Fails before the unit tests rather than after them.
if (!isBuilt()) refuseBesideOthers()
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS)

await step("Types", () => tool("typescript/bin/tsc", []))
await step("Lint", () => tool("@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]))
await step("Known holes of packages", () => run(process.execPath, ["app/commands/dependencies/advisories.mjs"]))
await step("Unit and integration tests", () => vitest("shop"))
await step("Production build", builds)
const chromium = findChromium()
if (!chromium) giveUp("No Chromium could be found or installed: set CHROMIUM_PATH to one and run npm test again.")
await step(`Browser journeys with ${chromium}`, () => vitest("journeys", { CHROMIUM_PATH: chromium }))
console.log(`\n${summary()}`)

async function builds() {
  await prepare({ tools: true })
  return true
}

async function step(name, work) {
  console.log(`\n— ${name}`)
  const started = Date.now()
  const passed = await work()
  console.log(`  ${passed ? "done" : "failed"} in ${Math.round((Date.now() - started) / 1000)} s`)
  if (passed) return
  console.log(`\n${summary()}`)
  giveUp(`${name} failed.`)
}

function tool(path, args, env) {
  return run(process.execPath, [`node_modules/${path}`, ...args], env)
}

function vitest(project, env) {
  const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${RESULTS}/${project}.json`]
  return tool("vitest/vitest.mjs", ["run", "-c", "remix.config.js", "--project", `${project}*`, ...reports], env)
}

function summary() {
  const reports = ["shop", "journeys"]
    .map((project) => `${RESULTS}/${project}.json`)
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, "utf8")))
  const sum = (name) => reports.reduce((total, report) => total + report[name], 0)
  return `${sum("numPassedTests")} passed, ${sum("numFailedTests")} failed`
}
