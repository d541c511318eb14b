import type { AppLoadContext } from "@remix-run/node"
import { isPersonal } from "./doorways/request-context.server"

/** The Back button must not show a signed-in page after signing out. */
export async function cacheControlFor(context: AppLoadContext): Promise<string> {
  return (await isPersonal(context)) ? "no-store" : "private, no-cache"
}
