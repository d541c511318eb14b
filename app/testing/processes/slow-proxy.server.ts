import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export interface SlowProxy {
  /** The database's address by way of the slow wire. */
  url: string
  /** From now on nothing comes through and nothing ends, as if the database stood still; new connections as well. */
  hang(): void
  /** Everything goes on where it stood. */
  resume(): void
  /** Cuts every connection; new ones come through. */
  cut(): void
  close(): Promise<void>
}

/**
 * A wire to a database on which everything takes its time, in milliseconds, each way; it can hang and be cut.
 * @param port of the near end; any free one when 0
 */
export async function openSlowProxy(databaseUrl: string, delay = 0, port = 0): Promise<SlowProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let hanging = false
  const server = createServer({ pauseOnConnect: true }, (near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket)))
    }
    forward(near, far, delay)
    forward(far, near, delay)
    if (hanging) for (const socket of [near, far]) socket.pause()
    else near.resume()
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  const url = new URL(databaseUrl)
  url.hostname = "127.0.0.1"
  url.port = String((server.address() as AddressInfo).port)
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    hang() {
      hanging = true
      for (const socket of sockets) socket.pause()
    },
    resume() {
      hanging = false
      for (const socket of sockets) socket.resume()
    },
    cut,
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function forward(from: Socket, to: Socket, delay: number): void {
  from.on("data", (chunk) => setTimeout(() => to.writable && to.write(chunk), delay))
  from.on("close", () => setTimeout(() => to.destroy(), delay))
}
