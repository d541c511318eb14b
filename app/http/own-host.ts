import { isLoopbackName } from "./loopback"

/**
 * Whether a `Host` has the shop's own name, or one that leads to this machine and no other. Any other name may be a web page's
 * that now leads to this machine (DNS rebinding), so that the browser takes both for one site.
 */
export function isOwnHost(host: string | undefined, shopUrl: string): boolean {
  const asked = urlOf(host)
  return asked !== null && (asked.hostname === new URL(shopUrl).hostname || isLoopbackName(asked.hostname))
}

/** Whether an `Origin` is the shop's; a shop for this machine alone has every loopback name and port by which it is asked. */
export function isOwnOrigin(origin: string, host: string | undefined, shopUrl: string): boolean {
  if (origin === shopUrl) return true
  const asked = urlOf(host)
  const isLocal = asked !== null && isLoopbackName(asked.hostname) && isLoopbackName(new URL(shopUrl).hostname)
  return isLocal && origin === asked.origin
}

function urlOf(host: string | undefined): URL | null {
  return host && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null
}
