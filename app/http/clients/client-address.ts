import type { IncomingMessage } from "node:http"

export function clientAddress({ headers, socket }: IncomingMessage, trustProxy: number): string | undefined {
  const forwarded = headers["x-forwarded-for"]
  if (trustProxy === 0 || forwarded === undefined) return socket.remoteAddress
  const named = String(forwarded)
    .split(",")
    .map((part) => part.trim())
  const addresses = [socket.remoteAddress, ...named.filter((part) => part !== "").reverse()]
  return addresses[Math.min(trustProxy, addresses.length - 1)]
}
