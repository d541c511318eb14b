import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"

import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { picturesForAll } from "../../seed/seed-pictures.server"
import { seedProducts } from "../../seed.server"
import { closeBench } from "../open-bench.server"
import { startProgram } from "../programs.server"

let server: TestServer
let folder: string

beforeAll(async () => {
  server = await openTestServer()
  folder = await mkdtemp(join(tmpdir(), "counter-bench-"))
})

afterAll(async () => {
  await closeBench()
  await rm(folder, { recursive: true, force: true })
  await server?.close()
})

test("the hand-written list of products has every field of the shop's", async () => {
  const { shop, databaseUrl, url } = server
  await seedProducts(shop, 15, { pictures: await picturesForAll(shop) })
  const settings = { DATABASE_URL: databaseUrl, SHOP_URL: url }
  const peer = await startProgram({ folder, url: databaseUrl }, "app/commands/bench/peers.mjs", "pg", settings)
  const readList = async (address: string) => (await fetch(`${address}/api/v1/product`)).json()
  const list = await readList(url)
  expect(list).toMatchObject({ productCount: 15, resultPerPage: 12 })
  expect(await readList(peer.url)).toEqual(list)
})
