import { once } from "node:events"
import type { AddressInfo } from "node:net"
import express from "express"
import { expect, test } from "vitest"
import type { Shop } from "~/domain/shop"
import { captureLog } from "~/testing/shop/captured-log.server"
import { warnOfUntrustedProxy } from "./untrusted-proxy.server"

const WARNING =
  "The shop seems to run behind a proxy: set TRUST_PROXY, or all shoppers share one address and its rate limits"

/** Returns the log lines after requests with these headers, one after the other. */
async function warningsAbout(
  requests: Record<string, string>[],
  { trustProxy = 0, url = "http://localhost:3000", peer = "" } = {},
) {
  const { log, lines } = captureLog()
  const app = express()
  if (peer)
    app.use((request, _response, next) => {
      Object.defineProperty(request.socket, "remoteAddress", { value: peer, configurable: true })
      next()
    })
  app.use(warnOfUntrustedProxy({ log, identity: { url } } as Shop, trustProxy))
  app.use((_request, response) => void response.send("served"))
  const server = app.listen(0, "127.0.0.1")
  await once(server, "listening")
  for (const headers of requests) {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers })
    expect(await answer.text()).toBe("served")
  }
  server.closeAllConnections()
  server.close()
  return lines.map((line) => JSON.parse(line)).map(({ level, msg }) => [level, msg])
}

const forwarded = { "X-Forwarded-For": "203.0.113.7" }

test("an untrusted proxy is reported once", async () => {
  expect(await warningsAbout([{}, forwarded, forwarded, forwarded])).toEqual([[40, WARNING]])
})

test("nothing is reported without a proxy or behind a trusted one", async () => {
  expect(await warningsAbout([{}, {}])).toEqual([])
  expect(await warningsAbout([forwarded], { trustProxy: 1 })).toEqual([])
})

test.each([
  ["10.1.2.3", true],
  ["::ffff:172.17.0.1", true],
  ["fd00::7", true],
  ["::1", true],
  ["203.0.113.9", false],
  ["2001:db8::1", false],
])("a request from %s may come from a proxy: %s", async (peer, told) => {
  expect(await warningsAbout([forwarded], { peer })).toEqual(told ? [[40, WARNING]] : [])
})

test("over https there must be a proxy, whatever the address", async () => {
  expect(await warningsAbout([forwarded], { peer: "203.0.113.9", url: "https://shop.example" })).toEqual([
    [40, WARNING],
  ])
})
