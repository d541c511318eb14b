import { format } from "node:util"
import type { Logger } from "pino"

/** Every line of the output must be JSON, including the console's and Node's warnings. */
export function captureProcessOutput(log: Logger): void {
  for (const [name, level] of levels) {
    console[name] = (...words: unknown[]) => {
      const error = words.find((word) => word instanceof Error)
      log[level](error ? { err: error } : {}, error && words.length === 1 ? error.message : format(...words))
    }
  }
  process.removeAllListeners("warning")
  process.on("warning", (warning) => log.warn({ err: warning }, warning.message))
}

const levels = [
  ["error", "error"],
  ["warn", "warn"],
  ["info", "info"],
  ["log", "info"],
  ["debug", "debug"],
  ["trace", "debug"],
] as const
