import { openEmbeddedPostgres } from "../embedded/embedded-postgres"
import { createTestFolder, discardAbandonedTestFolders, discardEmbeddedPostgres } from "./test-folder"

/** Nothing here outlives the run, so nothing waits for the disk; many files share it, each with pools of its own. */
const settings = {
  max_connections: "400",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
}

/** A PostgreSQL of this run's own in a temporary folder; also clears away what killed runs left behind. */
export async function openTestServer() {
  await discardAbandonedTestFolders()
  const folder = createTestFolder()
  const server = await openEmbeddedPostgres({ folder, settings })
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await discardEmbeddedPostgres(folder)
    },
  }
}
