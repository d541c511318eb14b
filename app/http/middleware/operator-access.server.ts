import { createHash, timingSafeEqual } from "node:crypto"
import type { Request } from "express"
import { isLoopbackName } from "~/http/origin/loopback"
import { isOwnHost } from "~/http/origin/own-host"

interface OperatorAccess {
  token: string | null
  shopUrl: string
  trustProxy: number
}

/** Without a token, grants access to this machine if the shop listens only locally. */
export function operatorAccess({ token, shopUrl, trustProxy }: OperatorAccess): (request: Request) => boolean {
  if (token !== null) {
    const expected = digest(`Bearer ${token}`)
    return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ""), expected)
  }
  const isPrivate = trustProxy === 0 && isLoopbackName(new URL(shopUrl).hostname)
  return ({ headers, socket }) => {
    const isHere = isLoopbackAddress(socket.remoteAddress ?? "") && isOwnHost(headers.host, shopUrl)
    return isPrivate && !isForwarded(headers) && isHere
  }
}

/** Returns whether there is a proxy, with which every request comes from this machine. */
export function isForwarded(headers: Request["headers"]): boolean {
  return Object.keys(headers).some((name) => name.startsWith("x-forwarded-") || name === "forwarded")
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}

function isLoopbackAddress(address: string): boolean {
  return /^(127\.|::1$|::ffff:127\.)/.test(address)
}
