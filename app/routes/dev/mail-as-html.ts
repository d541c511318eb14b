// /dev/mail/:id
import type { LoaderFunctionArgs } from "@remix-run/node"
import { readMailAsHtml } from "~/domain/mail/mail-list.server"
import { notFound } from "~/domain/shop-error"
import { page } from "~/http/page.server"

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, id, context }) => {
    if (!context.mailPage) throw notFound("Page Not Found")
    const html = await readMailAsHtml(shop, id)
    return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } })
  })
}
