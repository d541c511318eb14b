// /search/suggest
import { z } from "zod"
import { readCatalog } from "~/domain/catalog/read-catalog.server"
import { suggest } from "~/domain/search/suggestions.server"
import { publicRead } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"

/** The response is the same for everyone, so this reads no session. */
export const loader = endpoints({
  GET: publicRead(
    {
      chapter: "Products",
      summary: "Suggest what is being typed in a search box",
      cache: { store: "browser", maxAge: 60 },
      query: z.object({ q: z.string().default("") }),
      response: { suggestions: z.array(z.object({ kind: z.string(), text: z.string(), href: z.string() })) },
    },
    async ({ shop, query }) => ({ suggestions: await readCatalog(shop, (shop) => suggest(shop, query.q)) }),
  ),
})
