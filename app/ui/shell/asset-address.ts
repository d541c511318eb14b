/** In browsers the host of the page's scripts; on the server `app/http/server/asset-host.server.ts` adds it. */
export function assetAddress(path: string): string {
  if (typeof document === "undefined") return path
  const { origin } = new URL(import.meta.url)
  return origin === window.location.origin ? path : origin + path
}
