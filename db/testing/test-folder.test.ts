import { existsSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { clusterData } from "../embedded/cluster"
import { openEmbeddedPostgres } from "../embedded/embedded-postgres"
import { findPostmaster } from "../embedded/postmaster"
import { isRunning } from "../processes/process-mark.mjs"
import { createTestFolder, discardAbandonedTestFolders } from "./test-folder"

test("a run removes the databases of killed runs, and no others", async () => {
  const parent = createTestFolder()
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const own = createTestFolder(parent)
  const abandoned = join(parent, "counter-test-999999999-1-aaaaaaaa.killed")
  mkdirSync(abandoned)
  const { stop } = await openEmbeddedPostgres({ folder: abandoned })
  onTestFinished(stop)
  const server = findPostmaster(clusterData(abandoned))
  await discardAbandonedTestFolders(parent)
  expect(server && isRunning(server.mark)).toBe(false)
  expect([existsSync(abandoned), existsSync(own)]).toEqual([false, true])
})
