import { resolve } from "node:path"
import { prepareCluster } from "./cluster"
import { embeddedPostgresError } from "./embedded-postgres-error"
import { joinServer } from "./membership"

export interface EmbeddedPostgresOptions {
  /** The shop's DATA_DIR. */
  folder: string
  /** PostgreSQL settings, for a server that is not running yet. */
  settings?: Record<string, string>
  onProgress?: (line: string) => void
}

/**
 * Starts, or joins, the PostgreSQL of a data folder, and keeps it running until `stop`. The URL is of the shop's database.
 * @throws EmbeddedPostgresError, one clear sentence
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions) {
  const folder = resolve(options.folder)
  const { settings = {}, onProgress = () => {} } = options
  try {
    return await joinServer({ cluster: prepareCluster(folder), settings, onProgress })
  } catch (error) {
    throw embeddedPostgresError(error, folder)
  }
}
