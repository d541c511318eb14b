import { useRouteLoaderData } from "@remix-run/react"
import type { Permission } from "~/domain/accounts/permission"
import type { loader } from "~/root"
import { needsOf } from "./permitted/screen-needs"

/** Only controls links and buttons; doorways check permissions again. */
export function useMay(): (permission: Permission) => boolean {
  const held = useRouteLoaderData<typeof loader>("root")?.user?.permissions ?? []
  return (permission) => held.includes(permission)
}

export function useMayOpen(): (address: string) => boolean {
  const may = useMay()
  return (address) => needsOf(address).every(may)
}
