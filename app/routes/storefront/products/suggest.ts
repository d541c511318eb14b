// /search/suggest
import type { LoaderFunctionArgs } from "@remix-run/node"
import { z } from "zod"
import { readCatalog } from "~/domain/catalog/read-catalog.server"
import { suggest } from "~/domain/search/suggestions.server"
import { publicRead } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"

const suggestions = endpoints({
  GET: publicRead(
    {
      chapter: "Products",
      summary: "Suggest what is being typed in a search box",
      query: z.object({ q: z.string().default("") }),
      response: { suggestions: z.array(z.object({ kind: z.string(), text: z.string(), href: z.string() })) },
    },
    async ({ shop, query }) => ({ suggestions: await readCatalog(shop, (shop) => suggest(shop, query.q)) }),
  ),
})

/** Suggestions are the same for everybody and read no session, so any cache may answer for a minute. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const answer = await suggestions(args)
  if (answer.ok) answer.headers.set("Cache-Control", "public, max-age=60")
  return answer
}
