import { once } from "node:events"
import { request, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, expect, test } from "vitest"
import { createHttpServer } from "~/http/server/http-server.server"
import { captureLog } from "~/testing/shop/captured-log.server"

/** Milliseconds of the stall limit */
const LONGEST = 1_000
/** More bytes than the sockets of both sides buffer */
const LARGE = Buffer.alloc(32 * 1024 * 1024)

type Respond = (response: ServerResponse) => void

const { log, lines, clear } = captureLog()
let server: Server
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server?.close()
  server?.closeAllConnections()
  clear()
})

async function serve(respond: Respond, longestStall = LONGEST): Promise<number> {
  const options = { shopName: () => "Counter", log, longestStall }
  server = createHttpServer(options, (_request, response) => respond(response)).listen(0, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

/** Sends a request and reads nothing. */
async function silentReader(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1")
  sockets.push(socket)
  socket.on("error", () => {})
  await once(socket, "connect")
  socket.pause()
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
  return socket
}

const openConnections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

test.each([
  ["one piece", (response: ServerResponse) => void response.end(LARGE)],
  [
    "many pieces",
    (response: ServerResponse) => {
      const more = () => {
        while (!response.destroyed && response.write(LARGE.subarray(0, 65_536)));
      }
      response.on("drain", more)
      more()
    },
  ],
])("a client that reads nothing of %s is disconnected, which is logged as information", async (_how, respond) => {
  const port = await serve(respond)
  for (let count = 0; count < 20; count++) await silentReader(port)
  expect(await openConnections()).toBe(20)
  await expect.poll(openConnections).toBe(0)
  expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level !== 30)).toEqual([])
  expect(lines.filter((line) => line.includes("read nothing"))).toHaveLength(20)
})

test("a client that reads nothing is disconnected even if it sends bytes", async () => {
  const port = await serve((response) => response.end(LARGE))
  const socket = await silentReader(port)
  const drip = setInterval(() => socket.write("\r\n"), 50)
  await expect.poll(openConnections).toBe(0)
  clearInterval(drip)
})

test("a slow reader gets everything, and a client that waits for the server is not disconnected", async () => {
  const longest = 3_000
  const port = await serve((response) => setTimeout(() => response.end(LARGE), 1.5 * longest), longest)
  const [response] = await once(request({ port, host: "127.0.0.1" }).end(), "response")
  const began = performance.now()
  let length = 0
  for await (const piece of response) {
    length += piece.length
    await sleep(20)
  }
  expect(length).toBe(LARGE.length)
  expect(performance.now() - began).toBeGreaterThan(2 * longest)
})
