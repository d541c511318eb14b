import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export interface SlowProxy {
  /** The database's address through the proxy */
  url: string
  /** Stops all traffic without closing connections, as if the database hung. */
  hang(): void
  /** Drops all that the database sends, and passes on what it receives. */
  muteDatabase(): void
  /** Continues all traffic. */
  resume(): void
  /** Connects to another database from now on, like an address that moves to another server. */
  lead(databaseUrl: string): void
  /** Resets every connection; new ones work. */
  cut(): void
  close(): Promise<void>
}

/**
 * A proxy to a database with a delay in milliseconds each way; it can hang and reset connections.
 * @param port to listen on; 0 for any free one
 */
export async function openSlowProxy(databaseUrl: string, delay = 0, port = 0): Promise<SlowProxy> {
  let target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let hanging = false
  let isSilent = false
  const server = createServer({ pauseOnConnect: true }, (near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket)))
    }
    forward(near, far, { delay })
    forward(far, near, { delay, isDropped: () => isSilent })
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
    muteDatabase() {
      isSilent = true
    },
    resume() {
      hanging = false
      isSilent = false
      for (const socket of sockets) socket.resume()
    },
    lead(databaseUrl) {
      target = new URL(databaseUrl)
    },
    cut,
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Forwarding {
  delay: number
  isDropped?: () => boolean
}

function forward(from: Socket, to: Socket, { delay, isDropped = () => false }: Forwarding): void {
  from.on("data", (chunk) => setTimeout(() => to.writable && !isDropped() && to.write(chunk), delay))
  from.on("close", () => setTimeout(() => to.destroy(), delay))
}
