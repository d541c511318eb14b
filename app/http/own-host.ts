import { isLoopbackName } from "./loopback"

/**
 * Whether a `Host` is the shop's or leads to this machine. Any other name may be a page's that was rebound to this
 * machine (DNS rebinding).
 */
export function isOwnHost(host: string | undefined, shopUrl: string): boolean {
  const asked = urlOf(host)
  return asked !== null && (asked.hostname === new URL(shopUrl).hostname || isLoopbackName(asked.hostname))
}

/** Whether an `Origin` is the shop's; a local shop has every loopback name and port. */
export function isOwnOrigin(origin: string, host: string | undefined, shopUrl: string): boolean {
  if (origin === shopUrl) return true
  const asked = urlOf(host)
  const isLocal = asked !== null && isLoopbackName(asked.hostname) && isLoopbackName(new URL(shopUrl).hostname)
  return isLocal && origin === asked.origin
}

function urlOf(host: string | undefined): URL | null {
  return host && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null
}
