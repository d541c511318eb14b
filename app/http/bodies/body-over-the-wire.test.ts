import { once } from "node:events"
import { createServer, request as httpRequest, type IncomingMessage } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { createReadableStreamFromReadable } from "@remix-run/node"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ShopError } from "~/domain/shop-error"
import { refusalKinds } from "~/http/doorways/refusal-kinds"
import { file, form } from "~/testing/pages/form-data"
import { type Body, readBody } from "./body.server"
import { BodyBudget } from "./body-budget.server"
import { bodyLimits } from "./body-limits"

const MB = 1024 * 1024
const read = (request: Request) => readBody(request, new BodyBudget().lease("test"), bodyLimits)
const fieldsOf = (body: Body) => (body.kind === "form" ? [...body.data] : [])

describe("bodies over a real connection", () => {
  let url: URL
  let received = 0
  const server = createServer(async (incoming, response) => {
    incoming.on("data", (chunk) => {
      received += chunk.length
    })
    try {
      const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
      const request = new Request("http://shop.test/", {
        method: incoming.method,
        headers,
        body: createReadableStreamFromReadable(incoming),
        duplex: "half",
      } as RequestInit)
      const body = await read(request)
      response.end(String(fieldsOf(body).length))
    } catch (error) {
      response.writeHead(error instanceof ShopError ? refusalKinds[error.kind].status : 500).end(String(error))
    }
  })
  beforeAll(async () => {
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const post = (headers: Record<string, string | number>) => {
    received = 0
    const outgoing = httpRequest(url, { method: "POST", headers })
    outgoing.on("error", () => {})
    const answer = once(outgoing, "response").then(([response]) => response as IncomingMessage)
    answer.catch(() => {})
    return { outgoing, answer }
  }
  const multipart = { "Content-Type": "multipart/form-data; boundary=x" }

  test("a declared length beyond 32 MB is refused before anything is read", async () => {
    const { outgoing, answer } = post({ "Content-Type": "application/json", "Content-Length": 32 * MB + 1 })
    outgoing.flushHeaders()
    expect((await answer).statusCode).toBe(413)
    expect(received).toBe(0)
    outgoing.destroy()
  })

  test("an endless stream is answered when it passes the limit, and cut off when it does not end", async () => {
    const socket = connect({ port: Number(url.port), host: url.hostname })
    const next = (event: string) => new Promise((resolve) => socket.once(event, resolve))
    const closed = next("close")
    socket.on("error", () => {})
    let answer = ""
    socket.setEncoding("utf8").on("data", (text) => {
      answer += text
    })
    const head =
      "POST / HTTP/1.1\r\nHost: shop\r\nContent-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n"
    const part = '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n'
    socket.write(`${head}${part.length.toString(16)}\r\n${part}\r\n`)
    const chunk = Buffer.concat([Buffer.from("40000\r\n"), Buffer.alloc(0x40000), Buffer.from("\r\n")])
    let sent = 0
    while (!socket.destroyed && sent < 200 * MB) {
      sent += chunk.length
      if (!socket.write(chunk)) await Promise.race([next("drain"), closed])
    }
    await closed
    expect(answer).toContain("413 Payload Too Large")
    expect(answer).toContain("A file may have at most 20 MB")
    expect(sent).toBeLessThan(100 * MB)
  })

  test("the next request on the same connection is answered normally", async () => {
    const large = await fetch(url, { method: "POST", body: form({ images: file(21 * MB) }) })
    expect(large.status).toBe(413)
    await large.text()
    const small = await fetch(url, { method: "POST", body: form({ images: file(9), name: "x" }) })
    expect([small.status, await small.text()]).toEqual([200, "2"])
  })

  test("a form is read in chunks of any size", async () => {
    const whole =
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x\r\nContent-Disposition: form-data; name="b"; filename="b"\r\n\r\n22\r\n--x--\r\n'
    const { outgoing, answer } = post(multipart)
    outgoing.setNoDelay(true)
    for (const character of whole) {
      outgoing.write(character)
      await new Promise(setImmediate)
    }
    outgoing.end()
    const response = await answer
    expect([response.statusCode, await response.setEncoding("utf8").toArray()]).toEqual([200, ["2"]])
  })

  test("a sender who disconnects in the middle leaves no partial work", async () => {
    const { outgoing } = post({ "Content-Type": "application/x-www-form-urlencoded" })
    outgoing.write("name=half")
    await new Promise((resolve) => setTimeout(resolve, 50))
    outgoing.destroy()
    const after = await fetch(url, { method: "POST", body: form({ name: "x" }) })
    expect(await after.text()).toBe("1")
  })
})
