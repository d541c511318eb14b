// /search/suggest
import type { LoaderFunctionArgs } from "@remix-run/node"
import { suggest } from "~/domain/catalog/suggestions.server"
import { page } from "~/http/page.server"

/** Suggestions for what is being typed in a search box, as JSON. */
export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, url }) => {
    const suggestions = await suggest(shop, url.searchParams.get("q") ?? "")
    return Response.json({ suggestions }, { headers: { "Cache-Control": "public, max-age=60" } })
  })
}
