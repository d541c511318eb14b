import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"

/** Returns the port of the last start, so that its clients find the server again, or any free one. */
export async function usualPort(data: string) {
  const options = join(data, "postmaster.opts")
  const port = existsSync(options) && /"port=(\d+)"/.exec(readFileSync(options, "utf8"))?.[1]
  return port ? Number(port) : freePort()
}

export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
