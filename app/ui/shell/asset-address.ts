/**
 * The address of a file of the build: in browsers at the host from which the page's scripts came, so that it stays what the
 * server has written. There the host is added to all of them at once (`app/http/server/asset-host.server.ts`).
 */
export function assetAddress(path: string): string {
  if (typeof document === "undefined") return path
  const { origin } = new URL(import.meta.url)
  return origin === window.location.origin ? path : origin + path
}
