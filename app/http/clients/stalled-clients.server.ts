import type { Server } from "node:http"
import type { Socket } from "node:net"
import type { Logger } from "pino"
import { plainAddress } from "~/domain/accounts/rate-limit-keys.server"

export const LONGEST_STALL = 30_000
const LOOKS = 10

/** Disconnects stalled readers, because Node's socket timeout restarts with every byte that the client sends. */
export function cutOffStalledClients(server: Server, log: Pick<Logger, "info">, longest = LONGEST_STALL): void {
  const clients = new Map<Socket, { taken: number; since: number }>()
  server.on("connection", (socket: Socket) => {
    clients.set(socket, { taken: 0, since: performance.now() })
    socket.on("close", () => clients.delete(socket))
  })
  const look = () => {
    const now = performance.now()
    for (const [socket, progress] of clients) {
      const taken = bytesTaken(socket)
      if (socket.writableLength === 0 || taken !== progress.taken) Object.assign(progress, { taken, since: now })
      else if (now - progress.since >= longest) {
        log.info({ address: plainAddress(socket.remoteAddress ?? "") }, "a client that read nothing was disconnected")
        socket.destroy()
      }
    }
  }
  const timer = setInterval(look, longest / LOOKS).unref()
  server.on("close", () => clearInterval(timer))
}

/** `bytesWritten` counts a chunk only when all of it is taken. */
function bytesTaken(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}
