import { once } from "node:events"
import { createServer, type IncomingMessage, request } from "node:http"
import type { AddressInfo } from "node:net"
import express from "express"
import { afterEach, beforeEach, expect, test } from "vitest"
import { takeTurns } from "./body-turns.server"

const MB = 1024 * 1024
let server: ReturnType<typeof createServer>
/** Bytes announced by the requests that were let in and are not answered yet, newest last. */
let inside: number[]
/** Answers the request that was let in first. */
let answerOldest: () => void

beforeEach(async () => {
  inside = []
  const open: (() => void)[] = []
  answerOldest = () => open.shift()?.()
  const app = express()
  app.set("trust proxy", 1)
  app.use(takeTurns(), (incoming, response) => {
    const bytes = Number(incoming.headers["content-length"] ?? -1)
    inside.push(bytes)
    open.push(() => {
      inside.splice(inside.indexOf(bytes), 1)
      response.end("done")
    })
  })
  server = createServer(app).listen(0, "127.0.0.1")
  await once(server, "listening")
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function send(headers: Record<string, string | number>, address = "10.0.0.1") {
  const outgoing = request({ port: (server.address() as AddressInfo).port, method: "POST", agent: false })
  for (const [name, value] of Object.entries({ ...headers, "X-Forwarded-For": address }))
    outgoing.setHeader(name, value)
  outgoing.on("error", () => {})
  outgoing.flushHeaders()
  const answer = new Promise<IncomingMessage>((resolve) => outgoing.on("response", resolve))
  return { outgoing, answer }
}
const upload = (megabytes: number, address?: string) => send({ "Content-Length": megabytes * MB }, address)
const settled = () => new Promise((resolve) => setTimeout(resolve, 200))

test("many uploads at once are let in by turns, in their order", async () => {
  for (let at = 0; at < 8; at++) upload(8, `10.0.0.${at}`)
  await settled()
  expect(inside).toHaveLength(4)
  answerOldest()
  await settled()
  expect(inside).toHaveLength(4)
  for (let at = 0; at < 7; at++) {
    await expect.poll(() => inside.length).toBe(Math.min(4, 7 - at))
    answerOldest()
  }
  expect(inside).toEqual([])
})

test("one address never holds all turns: somebody else gets in before its next one", async () => {
  for (let at = 0; at < 5; at++) upload(8, "10.0.0.1")
  upload(7, "10.0.0.2")
  await settled()
  expect(inside.toSorted()).toEqual([7 * MB, 8 * MB, 8 * MB, 8 * MB])
})

test("small forms do not wait, and what is too large is let in to be refused", async () => {
  for (let at = 0; at < 4; at++) upload(8, `10.0.0.${at}`)
  await expect.poll(() => inside.length).toBe(4)
  send({ "Content-Length": Math.floor(MB / 5) })
  upload(21)
  await expect.poll(() => inside.slice(4).toSorted((a, b) => a - b)).toEqual([Math.floor(MB / 5), 21 * MB])
})

test("a body of unknown length counts as the largest", async () => {
  send({ "Transfer-Encoding": "chunked" })
  send({ "Transfer-Encoding": "chunked" }, "10.0.0.2")
  await settled()
  expect(inside).toEqual([-1])
})

test("who hangs up, waiting or not, makes room", async () => {
  const first = upload(20, "10.0.0.1")
  await settled()
  const second = upload(20, "10.0.0.2")
  await settled()
  upload(19, "10.0.0.3")
  await settled()
  second.outgoing.destroy()
  await settled()
  expect(inside).toEqual([20 * MB])
  first.outgoing.destroy()
  await settled()
  expect(inside).toEqual([20 * MB, 19 * MB])
})
