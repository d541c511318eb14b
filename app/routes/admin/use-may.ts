import { useRouteLoaderData } from "@remix-run/react"
import type { Permission } from "~/domain/accounts/permission"
import type { loader } from "~/root"

/** What the reader may do, for links and buttons; doorways check it again. */
export function useMay(): (permission: Permission) => boolean {
  const held = useRouteLoaderData<typeof loader>("root")?.user?.permissions ?? []
  return (permission) => held.includes(permission)
}
