import { openEmbeddedPostgres } from "../embedded/embedded-postgres"
import { createTestFolder, databasesParent, discardAbandonedTestFolders, discardEmbeddedPostgres } from "./test-folder"

/** Nothing here outlives the run, so nothing waits for the disk; many files share it, each with pools of its own. */
const settings = {
  max_connections: "400",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  file_copy_method: "clone",
}

/** A PostgreSQL of this run's own in memory where there is room; also clears away what killed runs left behind. */
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
