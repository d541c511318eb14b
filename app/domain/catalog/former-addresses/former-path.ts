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

function formerPath(folder: string, name: string): string | null {
  const path = folder + name
  const isSegment = name !== "" && name !== "." && name !== ".." && name.isWellFormed() && !/[/\\\p{Cc}]/u.test(name)
  return isSegment && path.length <= MAX_FORMER_PATH ? path : null
}
