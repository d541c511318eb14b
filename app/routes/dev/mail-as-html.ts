// /dev/mail/:id
import { readMailAsHtml } from "~/domain/mail/mail-list.server"
import { notFound } from "~/domain/shop-error"
import { page } from "~/http/doorways/page.server"

export const loader = page(async ({ shop, id, context }) => {
  if (!context.mailPage) throw notFound("Page Not Found")
  const html = await readMailAsHtml(shop, id)
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } })
})
