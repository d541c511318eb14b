import { localPath } from "~/http/request-path"

/** The place in a list that a screen was reached from and returns to. */
export function returnPath(url: URL, list: string): string {
  return localAdminPath(url.searchParams.get("back"), list)
}

/** A path of the administration as given, or the fallback when it leads anywhere else. */
export function localAdminPath(given: string | null | undefined, fallback: string): string {
  const path = localPath(given, fallback)
  return path.startsWith("/admin/") ? path : fallback
}

/** The 'Undo' that a confirmation offers. */
export function undoAction(kind: string, id: string, back: string) {
  return { action: "/admin/undo", fields: { kind, id, back } }
}
