import { localPath } from "~/http/request-path"

export function returnPath(url: URL, list: string): string {
  return localAdminPath(url.searchParams.get("back"), list)
}

/** Returns the fallback for a path outside of the administration. */
export function localAdminPath(given: string | null | undefined, fallback: string): string {
  const path = localPath(given, fallback)
  return path.startsWith("/admin/") ? path : fallback
}

export function undoAction(kind: string, id: string, back: string) {
  return { action: "/admin/undo", fields: { kind, id, back } }
}
