import type { Shop } from "../shop"

/**
 * Runs `work`, which reads only public data, on a replica that is up to date, or on the primary; a failure of the replica
 * is retried there. The replica's own catalogue version counts.
 */
export async function readCatalog<T>(shop: Shop, work: (shop: Shop) => Promise<T>): Promise<T> {
  const read = await shop.replicas?.read((db) => work({ ...shop, db, catalog: undefined }))
  return read ? read.result : work(shop)
}
