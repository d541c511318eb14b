import { isLoopbackName } from "./loopback"

/** Rejects other names, because DNS rebinding lets foreign pages reach this machine. */
export function isOwnHost(host: string | undefined, shopUrl: string): boolean {
  const requested = urlOf(host)
  return requested !== null && (requested.hostname === new URL(shopUrl).hostname || isLoopbackName(requested.hostname))
}

export function isOwnOrigin(origin: string, host: string | undefined, shopUrl: string): boolean {
  if (origin === shopUrl) return true
  const requested = urlOf(host)
  const isLocal = requested !== null && isLoopbackName(requested.hostname) && isLoopbackName(new URL(shopUrl).hostname)
  return isLocal && origin === requested.origin
}

function urlOf(host: string | undefined): URL | null {
  return host && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null
}
