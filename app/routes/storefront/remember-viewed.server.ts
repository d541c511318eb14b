import type { User } from "~/domain/accounts/user"
import { withViewed } from "~/domain/catalog/viewed-products"
import type { DoorwayContext } from "~/http/doorway.server"

/** Remembers in a member's browser that they have opened a product's page; where scripts run, these remember the others. */
export async function rememberViewed(
  { actor, request, context, setCookie }: DoorwayContext<User | null>,
  id: string,
): Promise<void> {
  const opensPage = request.headers.get("Accept")?.includes("text/html")
  if (!actor || !opensPage) return
  const { viewedCookie } = context
  setCookie(await viewedCookie.write(actor, withViewed(await viewedCookie.read(request, actor), id)))
}
