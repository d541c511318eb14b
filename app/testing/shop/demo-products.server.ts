import { demoProducts } from "~/demo/products"
import { insertProduct } from "~/domain/catalog/editing/publish-product.server"
import type { Shop } from "~/domain/shop"

/** Inserts the demo catalogue without pictures, a minute apart; returns ids by slug. */
export async function insertDemoProducts(shop: Shop): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const first = shop.now().getTime() - demoProducts.length * 60_000
  for (const [index, { slug, name, desc, category, price, compareAtPrice, stock }] of demoProducts.entries()) {
    const createdAt = new Date(first + index * 60_000)
    const fields = { name, desc, category, price, compareAtPrice, stock }
    ids.set(slug, await shop.transaction((tx) => insertProduct(tx, fields, { createdAt })))
  }
  return ids
}
