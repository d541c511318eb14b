// npm test: types, lint, unit and integration tests, production build, browser journeys.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { findChromium } from "./chromium.mjs"
import { giveUp, prepare, run } from "./prepare.mjs"

const RESULTS = "test-results"

prepare({ build: false })
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS)

step("Types", () => tool("typescript/bin/tsc", []))
step("Lint", () => tool("@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]))
step("Unit and integration tests", () => vitest("shop"))
step("Production build", () => prepare() ?? true)
const chromium = findChromium()
if (!chromium) giveUp("No Chromium could be found or installed: set CHROMIUM_PATH to one and run npm test again.")
step(`Browser journeys with ${chromium}`, () => vitest("journeys", { CHROMIUM_PATH: chromium }))
console.log(`\n${summary()}`)

function step(name, work) {
  console.log(`\n— ${name}`)
  const started = Date.now()
  const passed = work()
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
  return tool("vitest/vitest.mjs", ["run", "-c", "remix.config.js", "--project", project, ...reports], env)
}

/** How many tests passed and failed, in the words that every runner's reader understands. */
function summary() {
  const reports = ["shop", "journeys"]
    .map((project) => `${RESULTS}/${project}.json`)
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, "utf8")))
  const sum = (name) => reports.reduce((total, report) => total + report[name], 0)
  return `${sum("numPassedTests")} passed, ${sum("numFailedTests")} failed`
}
