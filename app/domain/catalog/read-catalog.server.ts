import type { Shop } from "~/domain/shop"

/** Reads from a replica that is current, and from the primary if that fails. */
export async function readCatalog<T>(shop: Shop, work: (shop: Shop) => Promise<T>): Promise<T> {
  const read = await shop.replicas?.read((db) => work({ ...shop, db, catalog: undefined }))
  return read ? read.result : work(shop)
}
