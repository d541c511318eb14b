import { createServer, request as httpRequest, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestShop, type TestShop } from "~/testing/test-shop.server"
import { openDatabase } from "~db/database.server"
import { openTracing } from "./tracing.server"

interface Span {
  name: string
  spanId: string
  parentSpanId?: string
  status: { code?: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

let here: TestShop
let url: string
const servers: { close(): void }[] = []
const exported: string[] = []

beforeAll(async () => {
  here = await openTestShop()
  url = await listen((request, response) => {
    request.setEncoding("utf8").on("data", (text) => exported.push(text))
    request.on("end", () => response.end("{}"))
  })
})
afterAll(async () => {
  for (const server of servers) server.close()
  await here?.close()
})

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((opened) => server.listen(0, "127.0.0.1", opened))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const called = (address: string) =>
  new Promise<void>((done, failed) => {
    httpRequest(address, (answer) => answer.resume().on("end", done))
      .on("error", failed)
      .end()
  })

test("a request is traced with its statements and the calls it makes, and nothing that it said", async () => {
  const tracing = openTracing({ endpoint: `${url}/`, sampled: 1, version: "9.9.9" })
  const db = openDatabase(here.pool, tracing.noteStatement)
  const elsewhere = await listen((_request, response) => response.writeHead(402).end())
  const shop = await listen(
    tracing.traceRequests(
      async (request, response) => {
        await db.selectFrom("users").select("id").where("email", "=", "secret@shop.test").execute()
        if (request.url === "/healthz") return void response.end()
        await called(`${elsewhere}/v1/payment_intents/pi_secret`)
        await db
          .selectFrom("users")
          .select("nothing" as "id")
          .execute()
          .catch(() => {})
        response.writeHead(500).end()
      },
      (asked) => (asked === "/healthz" ? asked : "/password/reset/:token"),
    ),
  )
  await called(`${shop}/password/reset/secret-token`)
  await called(`${shop}/healthz`)
  await expect(tracing.traceWork("refunds", async () => Promise.reject(new RangeError("secret")))).rejects.toThrow()
  // Asked for by nobody: no trace of its own.
  await db.selectFrom("orders").select("id").execute()
  await tracing.close()

  const text = exported.join("")
  const { resource, scopeSpans } = JSON.parse(text).resourceSpans[0]
  expect(JSON.stringify(resource)).toContain("9.9.9")
  const spans: Span[] = scopeSpans[0].spans
  const of = (name: string) => spans.filter((span) => span.name === name)
  const [request] = of("GET /password/reset/:token")
  expect(spans.map(({ name }) => name).sort()).toEqual(
    ["GET /password/reset/:token", `GET ${new URL(elsewhere).hostname}`, "refunds", "select", "select"].sort(),
  )
  const within = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(within.map(({ status }) => status.code ?? 0).sort()).toEqual([0, 2, 2])
  expect([request, ...of("refunds")].map((span) => span?.status.code)).toEqual([2, 2])
  expect(text).toContain("42703")
  expect(text).not.toContain("secret")
})

test("only the part that is asked for is traced", async () => {
  exported.length = 0
  const tracing = openTracing({ endpoint: url, sampled: 0, version: "9.9.9" })
  await tracing.traceWork("refunds", async () => {})
  await tracing.close()
  expect(exported).toEqual([])
})
