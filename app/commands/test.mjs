// npm test: lint, known vulnerabilities, production build, all tests (units, integration, browser journeys), and types
// at the same time.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs"
import { isBuilt } from "./clone/build-shop.mjs"
import { findChromium } from "./clone/chromium.mjs"
import { prepare, refuseBesideOthers } from "./clone/prepare.mjs"
import { giveUp, run } from "./clone/project.mjs"

const RESULTS = "test-results"
const TESTS = `${RESULTS}/tests.json`
const TYPES = `${RESULTS}/types.txt`

await prepare({ tools: true, build: false })
// Fails early, before the checks run.
if (!isBuilt()) refuseBesideOthers()
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS)

// The compiler takes one core, also while the first tests run.
const checkedTypes = checkTypes()
await step("Lint", () => tool("@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]))
await step("Known vulnerabilities of packages", () =>
  run(process.execPath, ["app/commands/dependencies/advisories.mjs"]),
)
await step("Production build", builds)
const chromium = findChromium()
if (!chromium) giveUp("No Chromium could be found or installed: set CHROMIUM_PATH to one and run npm test again.")
await step(`All tests, the journeys with ${chromium}`, () => vitest({ CHROMIUM_PATH: chromium }))
await step("Types", () => checkedTypes)
console.log(`\n${summary()}`)

/** Prints to a file, because pipes are not read while the other checks run. */
async function checkTypes() {
  const output = openSync(TYPES, "w")
  const compiler = spawn(process.execPath, ["node_modules/typescript/bin/tsc"], { stdio: ["ignore", output, output] })
  process.on("exit", () => compiler.kill())
  const [code] = await once(compiler, "exit")
  process.stdout.write(readFileSync(TYPES))
  return code === 0
}

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

function vitest(env) {
  const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${TESTS}`]
  const projects = ["--project", "shop", "--project", "journeys*"]
  return tool("vitest/vitest.mjs", ["run", "-c", "remix.config.js", ...projects, ...reports], env)
}

function summary() {
  if (!existsSync(TESTS)) return "No test was run."
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(TESTS, "utf8"))
  return `${numPassedTests} passed, ${numFailedTests} failed`
}
