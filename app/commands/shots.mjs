import { findChromium } from "./clone/chromium.mjs"
import { prepare } from "./clone/prepare.mjs"
import { exitWithError, run } from "./clone/project.mjs"

await prepare({ tools: true })
const chromium = findChromium()
if (!chromium)
  exitWithError("No Chromium could be found or installed: set CHROMIUM_PATH to one and run npm run shots again.")
const args = ["node_modules/vitest/vitest.mjs", "run", "-c", "remix.config.js", "--project", "shots"]
if (!run(process.execPath, args, { CHROMIUM_PATH: chromium })) exitWithError("Not every screen could be pictured.")
