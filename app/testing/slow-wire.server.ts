import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export interface SlowWire {
  /** The database's address by way of the slow wire. */
  url: string
  close(): Promise<void>
}

/** A wire to a database on which everything takes its time, in milliseconds, each way. */
export async function openSlowWire(databaseUrl: string, delay: number): Promise<SlowWire> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    for (const socket of [near, far]) sockets.add(socket.on("error", () => socket.destroy()))
    forward(near, far, delay)
    forward(far, near, delay)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = new URL(databaseUrl)
  url.hostname = "127.0.0.1"
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function forward(from: Socket, to: Socket, delay: number): void {
  from.on("data", (chunk) => setTimeout(() => to.writable && to.write(chunk), delay))
  from.on("close", () => setTimeout(() => to.destroy(), delay))
}
