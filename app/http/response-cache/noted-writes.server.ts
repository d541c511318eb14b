import type { KyselyPlugin } from "kysely"
import type { Shop } from "~/domain/shop"

/** The same shop; `onWrite` is called when a statement has changed rows, or a transaction was committed. */
export function withNotedWrites(shop: Shop, onWrite: () => void): Shop {
  const noteStatement: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.numAffectedRows) onWrite()
      return result
    },
  }
  return {
    ...shop,
    db: shop.db.withPlugin(noteStatement),
    async transaction(work) {
      const done = await shop.transaction(work)
      onWrite()
      return done
    },
  }
}
