import { once } from "node:events"
import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http"
import type { AddressInfo } from "node:net"

/** A load balancer in front of several processes */
export interface Balancer {
  url: string
  /** Adds the process at that port once it is ready. */
  add(port: number): void
  remove(port: number): void
  /** Ports of the processes that responded, in order */
  readonly answered: number[]
  close(): Promise<void>
}

const CHECK_EVERY = 100

/**
 * Distributes requests in turn, without sticky sessions, over keep-alive connections. It skips a process whose
 * `/readyz` failed or that refuses connections. A request is never sent twice: without a response it is 502.
 */
export async function startBalancer(): Promise<Balancer> {
  const isReady = new Map<number, boolean>()
  const agent = new Agent({ keepAlive: true })
  const answered: number[] = []
  let turns = 0

  const check = async (port: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    await answer?.text().catch(() => {})
    if (isReady.has(port)) isReady.set(port, answer?.ok === true)
  }
  const checks = setInterval(() => [...isReady.keys()].forEach(check), CHECK_EVERY)

  const server = createServer((request, response) => {
    const ready = [...isReady.keys()].filter((port) => isReady.get(port))
    const turn = turns++ % (ready.length || 1)
    tryOneByOne(request, response, [...ready.slice(turn), ...ready.slice(0, turn)])
  })

  function tryOneByOne(request: IncomingMessage, response: ServerResponse, [port, ...others]: number[]) {
    if (port === undefined) return void response.writeHead(502).end("no server answers")
    const forwarded = [request.headers["x-forwarded-for"], request.socket.remoteAddress].filter(Boolean).join(", ")
    const upstream = send({
      agent,
      host: "127.0.0.1",
      port,
      method: request.method,
      path: request.url,
      headers: { ...request.headers, connection: "keep-alive", "x-forwarded-for": forwarded },
    })
    upstream.on("response", (answer) => {
      answered.push(port)
      const { connection: _, ...headers } = answer.headers
      response.writeHead(answer.statusCode ?? 502, headers)
      answer.on("error", () => response.destroy()).pipe(response)
    })
    upstream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") return tryOneByOne(request, response, others)
      if (response.headersSent) return response.destroy()
      response.writeHead(502).end(`${port}: ${error.message}`)
    })
    // The request is read only once there is a connection to write it to.
    upstream.on("socket", (socket) => {
      if (socket.connecting) socket.once("connect", () => request.pipe(upstream))
      else request.pipe(upstream)
    })
  }

  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    add(port) {
      isReady.set(port, false)
      void check(port)
    },
    remove: (port) => void isReady.delete(port),
    answered,
    async close() {
      clearInterval(checks)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
