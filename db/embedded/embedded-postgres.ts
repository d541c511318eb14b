import { resolve } from "node:path"
import { prepareCluster } from "./cluster"
import { embeddedPostgresError } from "./embedded-postgres-error"
import { joinServer } from "./membership"

export interface EmbeddedPostgresOptions {
  folder: string
  /** Only for a server that is not running yet */
  settings?: Record<string, string>
  onProgress?: (line: string) => void
}

/** Starts or joins the PostgreSQL of a data folder, until `stop`; throws EmbeddedPostgresError. */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions) {
  const folder = resolve(options.folder)
  const { settings = {}, onProgress = () => {} } = options
  try {
    return await joinServer({ cluster: prepareCluster(folder), settings, onProgress })
  } catch (error) {
    throw embeddedPostgresError(error, folder)
  }
}
