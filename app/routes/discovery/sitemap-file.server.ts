import { catalogBoundaries, FIRST, type WalkedProduct, walkProducts } from "~/domain/catalog/walk-products.server"
import { absolutePictureUrl } from "~/domain/media/picture"
import { pageNames } from "~/domain/pages/page"
import { legalGuaranteeOf } from "~/domain/returns/legal-guarantee"
import { cached } from "~/domain/search/counts.server"
import type { Shop } from "~/domain/shop"
import { readCatalogVersion } from "~/domain/versions/versions.server"
import { paths } from "~/paths"
import { element } from "./xml"

/**
 * A file has at most 50,000 addresses (https://www.sitemaps.org/protocol.html): products, and in the first file the
 * other pages.
 */
const PRODUCTS_PER_FILE = 49_000
/**
 * Products repeated in the next file, because ids within one second are not in order of creation, so that one may come
 * late
 */
const OVERLAP = 500
/** More of them could make a full file too large. */
const MOST_PICTURES = 4

function pagesOf({ categories, settings }: Shop): string[] {
  const notice = legalGuaranteeOf(settings.current)?.notice
  return [
    "/",
    "/products",
    ...categories.current.names.map((category) => paths.products({ category })),
    ...pageNames.map((name) => paths.page(name)),
    ...(notice ? [notice] : []),
  ]
}

/** Returns the ids after which the files begin. */
export async function sitemapParts(shop: Shop): Promise<readonly string[]> {
  const { inventoryCountVersion } = await readCatalogVersion(shop)
  return cached(shop, inventoryCountVersion, "sitemap parts", () => catalogBoundaries(shop, PRODUCTS_PER_FILE))
}

/** Yields the products after this id. */
export async function* sitemapFile(shop: Shop, after: string): AsyncGenerator<string> {
  const { url } = shop.identity
  const images = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
  const pages = after === FIRST ? pagesOf(shop).map((path) => `<url>${element("loc", url + path)}</url>\n`) : []
  yield `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ${images}>\n${pages.join("")}`
  for await (const products of walkProducts(shop, { after, most: PRODUCTS_PER_FILE + OVERLAP })) {
    yield products.map((product) => productEntry(product, url)).join("")
  }
  yield "</urlset>\n"
}

function productEntry(product: WalkedProduct, origin: string): string {
  const pictures = product.pictures.slice(0, MOST_PICTURES).map((picture) => {
    return `<image:image>${element("image:loc", absolutePictureUrl(picture, origin))}</image:image>`
  })
  const address = element("loc", origin + paths.product(product))
  return `<url>${address}${element("lastmod", product.updatedAt.toISOString())}${pictures.join("")}</url>\n`
}
