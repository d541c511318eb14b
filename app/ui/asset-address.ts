/**
 * The address of a file of the build: in browsers at the host from which the page's scripts came, so that it stays what the
 * server has written. There the host is added to all of them at once (`app/http/asset-host.server.ts`).
 */
export function assetAddress(path: string): string {
  if (typeof document === "undefined") return path
  const { url } = (window as unknown as { __remixManifest: { url: string } }).__remixManifest
  const host = url.slice(0, Math.max(0, url.indexOf("/assets/")))
  return host + path
}
