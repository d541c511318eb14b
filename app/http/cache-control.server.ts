import type { AppLoadContext } from "@remix-run/node"
import { isSignedIn } from "./doorways/request-context.server"

/** What a signed-in person saw must not come back with the Back button once they have signed out. */
export async function cacheControlFor(context: AppLoadContext): Promise<string> {
  return (await isSignedIn(context)) ? "no-store" : "private, no-cache"
}
