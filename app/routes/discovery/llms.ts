// /llms.txt
import { pageNames } from "~/domain/pages/page"
import type { Shop } from "~/domain/shop"
import { staticPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"

/** Tells language models where to read about the shop. https://llmstxt.org */
export const loader = staticPage({ store: "browser", maxAge: 3_600 }, (shop) => {
  return new Response(guideOf(shop), { headers: { "Content-Type": "text/markdown; charset=utf-8" } })
})

function guideOf({ identity: { name, url }, categories, settings }: Shop): string {
  const link = (label: string, path: string, note?: string) =>
    `- [${escapeMarkdown(label)}](${url}${path})${note ? `: ${note}` : ""}`
  const { currency } = settings.current.pricing
  return `${[
    `# ${escapeMarkdown(name)}`,
    `> An online shop. Every page and form works without scripts. Prices are in ${currency}.`,
    section("Products", [
      link("All products", "/products", "search with `keyword`, filter with `category`, `price[gte]` and `price[lte]`"),
      ...categories.current.names.map((category) => link(category, paths.products({ category }))),
    ]),
    section(
      "About the shop",
      pageNames.map((page) => link(titleOf(page), paths.page(page))),
    ),
    section("For programs", [
      link("OpenAPI document", "/api/v1/openapi.json", "all calls of the JSON API"),
      link("Product list as JSON", "/api/v1/product", "with the same parameters as the page"),
      link("Product feed", "/feed.xml", "every product that can be bought, with price and availability"),
      link("Sitemap", "/sitemap.xml"),
    ]),
  ].join("\n\n")}\n`
}

const section = (title: string, links: readonly string[]) => `## ${title}\n\n${links.join("\n")}`

function titleOf(page: string): string {
  const words = page.replaceAll("-", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A category or shop may have any name. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>]/g, "\\$&")
}
