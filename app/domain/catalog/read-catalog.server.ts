import type { Shop } from "../shop"

/**
 * Does `work`, which reads nothing but what anybody may read: on a replica that has everything which was written before, or
 * on the primary. What a replica has failed to do is done again, and how new its catalogue is, it says itself.
 */
export async function readCatalog<T>(shop: Shop, work: (shop: Shop) => Promise<T>): Promise<T> {
  const read = await shop.replicas?.read((db) => work({ ...shop, db, catalog: undefined }))
  return read ? read.result : work(shop)
}
