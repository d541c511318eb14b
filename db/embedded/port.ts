import { existsSync, readFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { EmbeddedPostgresError } from "./embedded-postgres-error"

/** Returns the port of the last start, so that its clients find the server again, or any free one. */
export async function usualPort(data: string) {
  const options = join(data, "postmaster.opts")
  const port = existsSync(options) ? /"port=(\d+)"/.exec(readFileSync(options, "utf8"))?.[1] : undefined
  return (port && (await listenOnce(Number(port)))) || freePort()
}

export async function freePort() {
  const port = await listenOnce(0)
  if (port) return port
  throw new EmbeddedPostgresError("No port of 127.0.0.1 is free for the embedded PostgreSQL.")
}

function listenOnce(port: number) {
  return new Promise<number | undefined>((resolve) => {
    const server = createServer()
    server.on("error", () => resolve(undefined))
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address ? address.port : undefined))
    })
  })
}
