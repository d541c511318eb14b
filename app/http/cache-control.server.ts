import type { AppLoadContext } from "@remix-run/node"
import { isSignedIn } from "./doorways/request-context.server"

/** The Back button must not show a signed-in page after signing out. */
export async function cacheControlFor(context: AppLoadContext): Promise<string> {
  return (await isSignedIn(context)) ? "no-store" : "private, no-cache"
}
