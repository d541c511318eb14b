import { useRouteLoaderData } from "@remix-run/react"
import type { Permission } from "~/domain/accounts/permission"
import type { loader } from "~/root"
import { needsOf } from "./permitted/screen-needs"

/** What the reader may do, for links and buttons; doorways check it again. */
export function useMay(): (permission: Permission) => boolean {
  const held = useRouteLoaderData<typeof loader>("root")?.user?.permissions ?? []
  return (permission) => held.includes(permission)
}

/** Whether the screen of an address opens to the reader. */
export function useMayOpen(): (address: string) => boolean {
  const may = useMay()
  return (address) => needsOf(address).every(may)
}
