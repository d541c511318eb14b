import type { KyselyPlugin } from "kysely"
import type { Shop } from "~/domain/shop"

/** Calls `onWrite` after a statement that changed rows and after each commit. */
export function withWriteListener(shop: Shop, onWrite: () => void): Shop {
  const listener: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.numAffectedRows) onWrite()
      return result
    },
  }
  return {
    ...shop,
    db: shop.db.withPlugin(listener),
    async transaction(work) {
      const done = await shop.transaction(work)
      onWrite()
      return done
    },
  }
}
