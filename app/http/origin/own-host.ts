import { isLoopbackName } from "./loopback"

/** Rejects other names, because DNS rebinding leads foreign pages to this machine. */
export function isOwnHost(host: string | undefined, shopUrl: string): boolean {
  const asked = urlOf(host)
  return asked !== null && (asked.hostname === new URL(shopUrl).hostname || isLoopbackName(asked.hostname))
}

export function isOwnOrigin(origin: string, host: string | undefined, shopUrl: string): boolean {
  if (origin === shopUrl) return true
  const asked = urlOf(host)
  const isLocal = asked !== null && isLoopbackName(asked.hostname) && isLoopbackName(new URL(shopUrl).hostname)
  return isLocal && origin === asked.origin
}

function urlOf(host: string | undefined): URL | null {
  return host && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null
}
