import { openLog } from "~/log.server"
import { SettingsError } from "~/settings.server"

/** Says why a command could not do its work: in one sentence where that is all there is to it, else with the stack. */
export function printFailure(error: unknown): void {
  console.error(isExpected(error) ? error.message : error)
}

/** Says why the server could not open: on a terminal as a command does, elsewhere in lines of the log. */
export function logFailure(error: unknown): void {
  const log = openLog({ logLevel: "info" }, { sync: true })
  if (!isExpected(error)) log.fatal({ err: error }, "the shop cannot be opened")
  else if (process.stdout.isTTY) process.stderr.write(`${error.message}\n`)
  else for (const line of error.message.split("\n")) log.fatal(line)
}

/** Errors whose message is all there is to say. */
const SENTENCES = new Set(["EmbeddedPostgresError", "BenchError"])

function isExpected(error: unknown): error is Error {
  return error instanceof SettingsError || (error instanceof Error && SENTENCES.has(error.name))
}
