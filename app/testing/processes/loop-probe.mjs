// Loaded with `node --import`: records every block of the event loop.
import { appendFileSync, readFileSync } from "node:fs"

/** Milliseconds */
const EVERY = 5
const WORTH_NOTING = 30

/** CPU time of the main thread in milliseconds, independent of other processes */
function worked() {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")
    return Number(nanoseconds) / 1e6
  } catch {
    return performance.now()
  }
}

const file = process.env.LOOP_PROBE
let before = worked()
if (file) {
  setInterval(() => {
    const now = worked()
    if (now - before > WORTH_NOTING) appendFileSync(file, `${Math.round(now - before)}\n`)
    before = now
  }, EVERY).unref()
}
