import { openEmbeddedPostgres } from "../embedded/embedded-postgres"
import { createTestFolder, databasesParent, discardAbandonedTestFolders, discardEmbeddedPostgres } from "./test-folder"

/** Durability is off, because nothing outlives the run; many pools share the server. */
const settings = {
  max_connections: "400",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  file_copy_method: "clone",
}

/** Starts a PostgreSQL for this run, in memory if there is enough, and cleans up after killed runs. */
export async function openTestServer() {
  const parent = databasesParent()
  await Promise.all([discardAbandonedTestFolders(), discardAbandonedTestFolders(parent)])
  const folder = createTestFolder(parent)
  const server = await openEmbeddedPostgres({ folder, settings })
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await discardEmbeddedPostgres(folder)
    },
  }
}
