const HERE = "http://here.invalid"

/** A path of this site as given, or the fallback when it leads anywhere else. */
export function localPath(given: string | null | undefined, fallback: string): string {
  if (!given?.startsWith("/") || given.length > 2_000 || /[\\\p{Cc}]/u.test(given)) return fallback
  if (!URL.canParse(given, HERE)) return fallback
  const url = new URL(given, HERE)
  return url.origin === HERE && !url.pathname.startsWith("//") ? url.pathname + url.search + url.hash : fallback
}

/** The sign-in page that leads back to `path` afterwards. */
export function loginPath(path: string): string {
  return `/login?${new URLSearchParams({ redirect: path })}`
}
