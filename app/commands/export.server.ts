import { isFileError } from "~/backup/file-error"
import { ExportError } from "~/export/export-error"
import { exportShop } from "~/export/export-shop.server"
import { openLog } from "~/log.server"
import { openShop } from "~/open-shop.server"
import type { Settings } from "~/settings.server"
import { fail, print } from "./terminal.server"

const USAGE = "npm run export -- FOLDER   writes all of the shop's data as CSV and JSON into a new folder"

/** `npm run export`: what the owner takes along. The exit code is 1 when it is not whole. */
export async function main(settings: Settings, args: readonly string[]): Promise<void> {
  const [folder] = args
  if (!folder || args.length !== 1) return fail(USAGE)
  const open = await openShop(settings, { log: openLog(settings), noStatementTimeout: true })
  try {
    await exportShop(open, folder, print)
    print(`${folder} holds everything; its README.md says what is in which file.`)
  } catch (error) {
    if (!(error instanceof ExportError) && !isFileError(error)) throw error
    fail((error as Error).message)
  } finally {
    await open.close()
  }
}
