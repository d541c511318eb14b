import type { LoaderFunctionArgs } from "@remix-run/node"
import type { z } from "zod"
import type { Admin } from "~/domain/accounts/user"
import type { Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { type Filter, hasOnlyValidFilters, invalidFilterValues } from "~/http/invalid-filter-values"
import { adminPage } from "~/http/page.server"

/** The loader of a CSV file of everything that a list's filter asks for. */
export function csvExport<F extends Filter>(
  args: LoaderFunctionArgs,
  name: string,
  schema: z.ZodType<F>,
  exportAll: (shop: Shop, admin: Admin, filter: F) => Promise<string> | AsyncGenerator<string>,
) {
  return adminPage(args, async ({ shop, actor, url }) => {
    const filter = schema.parse(Object.fromEntries(url.searchParams))
    if (!hasOnlyValidFilters(invalidFilterValues(url, filter)))
      throw invalid("One of the filters of this list is not valid")
    return csvFile(name, shop.now(), await bodyOf(exportAll(shop, actor, filter)))
  })
}

/** What comes in pieces is sent in pieces; its first one is awaited, so that a failure can still be told. */
async function bodyOf(
  contents: Promise<string> | AsyncGenerator<string>,
): Promise<string | ReadableStream<Uint8Array>> {
  if (contents instanceof Promise) return contents
  const first = await contents.next()
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(encoder.encode(first.value)),
    async pull(stream) {
      const { value, done } = await contents.next()
      if (done) stream.close()
      else stream.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await contents.return(undefined)),
  })
}

/** A CSV file to be saved: `products-2026-03-01.csv`. */
function csvFile(name: string, now: Date, contents: string | ReadableStream<Uint8Array>): Response {
  return new Response(contents, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}-${now.toISOString().slice(0, 10)}.csv"`,
      "Cache-Control": "no-store",
    },
  })
}
