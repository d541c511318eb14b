import { isFileError } from "~/backup/file-error"
import { ShopError } from "~/domain/shop-error"
import { openLog } from "~/start/log.server"
import { fail } from "./terminal.server"

export function printFailure(error: unknown): void {
  if (isExpected(error) || isFileError(error) || error instanceof ShopError) fail(error.message)
  else {
    console.error(error)
    process.exitCode = 1
  }
}

export function logFailure(error: unknown): void {
  const log = openLog({ logLevel: "info" }, { sync: true })
  if (!isExpected(error)) log.fatal({ err: error }, "the shop cannot be opened")
  else if (process.stdout.isTTY) process.stderr.write(`${error.message}\n`)
  else for (const line of error.message.split("\n")) log.fatal(line)
}

const SENTENCES = new Set(["SettingsError", "EmbeddedPostgresError", "BackupError", "ExportError"])

function isExpected(error: unknown): error is Error {
  return error instanceof Error && SENTENCES.has(error.name)
}
