// npm test: lint, production build, all tests (units, integration, browser journeys); types and known vulnerabilities at
// the same time.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs"
import { isBuilt } from "./clone/build-shop.mjs"
import { findChromium } from "./clone/chromium.mjs"
import { prepare, refuseBesideOthers } from "./clone/prepare.mjs"
import { exitWithError, run } from "./clone/project.mjs"

const RESULTS = "test-results"
const TESTS = `${RESULTS}/tests.json`

await prepare({ tools: true, build: false })
// Fails early, before the checks run.
if (!isBuilt()) refuseBesideOthers()
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS)

// These run during the next steps: the registry takes only time.
const types = startCheck("types", "node_modules/typescript-native/bin/tsc")
const vulnerabilities = startCheck("vulnerabilities", "app/commands/dependencies/advisories.mjs")
await step("Lint", () => tool("@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]))
await step("Production build", builds)
await step("Known vulnerabilities of packages", vulnerabilities)
const chromium = findChromium()
if (!chromium)
  exitWithError("No Chromium could be found or installed: set CHROMIUM_PATH to one and run npm test again.")
await step(`All tests, the journeys with ${chromium}`, () => vitest({ CHROMIUM_PATH: chromium }))
await step("Types", types)
console.log(`\n${summary()}`)

/** Starts a check that prints to a file, because pipes are not read while the other checks run. */
function startCheck(name, program) {
  const file = `${RESULTS}/${name}.txt`
  const output = openSync(file, "w")
  const check = spawn(process.execPath, [program], { stdio: ["ignore", output, output] })
  process.on("exit", () => check.kill())
  const ended = once(check, "exit")
  return async () => {
    const [code] = await ended
    process.stdout.write(readFileSync(file))
    return code === 0
  }
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
  exitWithError(`${name} failed.`)
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
