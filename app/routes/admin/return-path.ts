import { permissionsOf } from "~/domain/accounts/actor"
import type { RequestContext } from "~/http/doorways/request-context.server"
import { localPath } from "~/http/request/request-path"
import { needsOf } from "./permitted/screen-needs"

type Reader = Pick<RequestContext, "user">

export function returnPath({ user, url }: Reader & { url: URL }, list: string): string {
  return openTo({ user }, localAdminPath(url.searchParams.get("back"), list))
}

/** Leads staff who may edit a record, but not see the list of them, to the dashboard. */
export function openTo({ user }: Reader, path: string): string {
  const held = user ? permissionsOf(user) : []
  return needsOf(path).every((permission) => held.includes(permission)) ? path : "/admin/dashboard"
}

/** Returns the fallback for a path outside of the administration. */
export function localAdminPath(given: string | null | undefined, fallback: string): string {
  const path = localPath(given, fallback)
  return path.startsWith("/admin/") ? path : fallback
}

export function undoAction(kind: string, id: string, back: string) {
  return { action: "/admin/undo", fields: { kind, id, back } }
}
