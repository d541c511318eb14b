import { once } from "node:events"
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises"
import { connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { fillShelves, reviewByCrowd } from "~/testing/crowds.server"
import { type BuiltShop, openBuiltShop } from "~/testing/processes/built-shop.server"
import { addProduct } from "~/testing/shop/buyers.server"
import { LONGEST_STALL } from "./stalled-clients.server"

/** Milliseconds for which the server may block others, and their median wait */
const STANDSTILL = 100
const QUICK = 100
/** The number of megabytes that may be allocated while hundreds read nothing */
const MOST_MEMORY = 150

let folder: string
let built: BuiltShop
let product: string
const sockets: Socket[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "counter-unread-"))
  const probe = resolve(import.meta.dirname, "../../testing/processes/loop-probe.mjs")
  const env = { NODE_OPTIONS: `--import=${probe}`, LOOP_PROBE: join(folder, "stretches"), MAX_STALENESS_MS: "500" }
  built = await openBuiltShop({ env })
  product = await addProduct(built.shop)
  await reviewByCrowd(built.shop, product, 3_000)
  await fillShelves(built.shop, 5_000)
})

afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await built?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Sends a request and reads nothing. */
async function requestWithoutReading(path: string, encoding: string): Promise<void> {
  const socket = connect(Number(new URL(built.url).port), "localhost")
  sockets.push(socket)
  socket.on("error", () => {})
  await once(socket, "connect")
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${new URL(built.url).host}\r\nAccept-Encoding: ${encoding}\r\n\r\n`)
}

/** Memory in megabytes */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${built.process.pid}/status`, "utf8")
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024
}

/** Connections of the server, including those to the database */
async function openSockets(): Promise<number> {
  const descriptors = `/proc/${built.process.pid}/fd`
  const targets = (await readdir(descriptors)).map((one) => readlink(join(descriptors, one)).catch(() => ""))
  return (await Promise.all(targets)).filter((target) => target.startsWith("socket:")).length
}

async function timeOf(path: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(built.url + path)
  await response.arrayBuffer()
  expect([path, response.status]).toEqual([path, 200])
  return performance.now() - began
}

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]

const paths = () => ["/feed.xml", "/sitemap.xml", `/api/v1/product/${product}`, `/api/v1/reviews?id=${product}&page=2`]
const encodings = ["gzip", "identity", "br", "gzip, br"]

/** Three hundred clients request outdated responses, ten at a time, and hold what they get. */
async function openManyConnections(): Promise<void> {
  const idle = await openSockets()
  await fillShelves(built.shop, 1)
  for (let at = 0; at < 300; at++) {
    const path = at % 3 === 0 ? paths()[(at / 3) % paths().length] : "/feed.xml"
    await requestWithoutReading(path ?? "", encodings[at % encodings.length] ?? "")
    // Many short requests in one turn of the event loop do not count as blocking.
    if (at % 10 === 0) await timeOf("/healthz")
  }
  await expect.poll(openSockets).toBeGreaterThan(idle + 200)
}

/** Milliseconds of the longest block of the event loop since the last call */
async function longestStretch(): Promise<number> {
  const noted = await readFile(join(folder, "stretches"), "utf8").catch(() => "")
  await writeFile(join(folder, "stretches"), "")
  return Math.max(0, ...noted.split("\n").map(Number))
}

test("three hundred clients that read nothing do not affect others, and are disconnected", async () => {
  for (const path of [...paths(), "/products", "/products"]) await timeOf(path)
  const before = await memory()
  const said = built.output().length
  const idle = await openSockets()
  await longestStretch()
  await openManyConnections()
  const began = performance.now()
  const times = { health: [] as number[], page: [] as number[] }
  let most = 0
  while (performance.now() - began < LONGEST_STALL - 5_000) {
    times.health.push(await timeOf("/healthz"))
    times.page.push(await timeOf("/products"))
    most = Math.max(most, await memory())
    await sleep(100)
  }
  expect(median(times.health)).toBeLessThan(QUICK)
  expect(median(times.page)).toBeLessThan(QUICK)
  expect(most - before).toBeLessThan(MOST_MEMORY)
  // Shorter responses have been sent anyway.
  expect(await openSockets()).toBeGreaterThan(idle + 180)
  await expect.poll(openSockets, { timeout: 4 * LONGEST_STALL }).toBeLessThan(idle + 20)
  // Only warnings and errors
  expect(built.output().slice(said)).toBe("")
  const feed = await (await fetch(`${built.url}/feed.xml`)).text()
  expect(feed.match(/<item>/g)).toHaveLength(5_002)
  // A request that blocks the server does so each time; garbage of earlier work is collected once.
  let longest = await longestStretch()
  if (longest > STANDSTILL) {
    await openManyConnections()
    await timeOf("/feed.xml")
    longest = Math.min(longest, await longestStretch())
  }
  expect(longest).toBeLessThan(STANDSTILL)
}, 240_000)
