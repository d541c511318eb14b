/** The length limit in characters */
const MAX_FORMER_PATH = 600

/** Returns the path in a Shopify shop; null for an invalid handle. */
export function shopifyPath(handle: string): string | null {
  return formerPath("/products/", handle)
}

/** Returns the path in a WooCommerce shop; null for an invalid slug. */
export function wooCommercePath(slug: string): string | null {
  return formerPath("/product/", slug)
}

/** Returns the path of a product's page without folders, as in Magento; null for an invalid name. */
export function formerFilePath(name: string): string | null {
  return formerPath("/", name)
}

/** Returns the path in a Square shop, `/product/{permalink}`. */
export function squarePath(permalink: string): string | null {
  return formerPath("/product/", permalink.replace(/^.*\/product\//, "").split("/", 1)[0] ?? "")
}

function formerPath(folder: string, name: string): string | null {
  const path = folder + name
  const isSegment = name !== "" && name !== "." && name !== ".." && name.isWellFormed() && !/[/\\\p{Cc}]/u.test(name)
  return isSegment && path.length <= MAX_FORMER_PATH ? path : null
}

/** WooCommerce translates the first part of its addresses; all of them are stored as `/product/`. */
const PRODUCT_FOLDER =
  /^\/(?:product|produkt|produkte|produit|producto|prodotto|produto|produs|tovar|shop)\/([^/]+)(?:\/\d{1,9})?\/?$/

/** Shopify also shows a product within its collections. */
const SHOPIFY_PAGE = /\/products\/([^/]+)\/?$/

/** PrestaShop writes the category before, and the version and the barcode into the name. */
const PRESTASHOP_PAGE = /\/(\d{1,9})-(?:\d{1,9}-)?([^/]{1,300}?)(?:-\d{8,14})?\.html$/

/**
 * Returns the path under which the address of a product in another shop would be stored; null if it cannot be one.
 * `path` is decoded, with or without its first slash.
 */
export function storedFormerPath(path: string): string | null {
  const pathname = path.startsWith("/") ? path : `/${path}`
  const slug = PRODUCT_FOLDER.exec(pathname)?.[1]
  if (slug !== undefined) return wooCommercePath(slug)
  const handle = SHOPIFY_PAGE.exec(pathname)?.[1]
  if (handle !== undefined) return shopifyPath(handle)
  const [, id, name] = PRESTASHOP_PAGE.exec(pathname) ?? []
  if (id && name) return formerFilePath(`${id}-${name}.html`)
  const [last = ""] = pathname
    .split("/")
    .filter((part) => part !== "")
    .slice(-1)
  return formerFilePath(last)
}
