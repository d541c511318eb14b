/** Characters */
const MAX_FORMER_PATH = 600

/** Where a product was in a shop of Shopify; null for a handle that no path can have */
export function shopifyPath(handle: string): string | null {
  return formerPath("/products/", handle)
}

/** Where a product was in a shop of WooCommerce */
export function wooCommercePath(slug: string): string | null {
  return formerPath("/product/", slug)
}

function formerPath(folder: string, name: string): string | null {
  const path = folder + name
  const isSegment = name !== "" && name !== "." && name !== ".." && name.isWellFormed() && !/[/\\\p{Cc}]/u.test(name)
  return isSegment && path.length <= MAX_FORMER_PATH ? path : null
}
