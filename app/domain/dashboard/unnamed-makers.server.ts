import { sql } from "kysely"
import { isPublic } from "~/domain/catalog/publication/publication.server"
import { consumerLawsOf } from "~/domain/law/consumer-law"
import type { Shop } from "~/domain/shop"

/** The highest number that is counted (Regulation (EU) 2023/988, article 19) */
const MOST_COUNTED = 1_000

/** Public products whose manufacturer's name, address or contact is missing; 0 if the shop does not sell to the EU. */
export async function countUnnamedMakers({ db, settings }: Shop): Promise<number> {
  if (!consumerLawsOf(settings.current.pricing).includes("eu")) return 0
  const unnamed = db
    .selectFrom("products")
    .innerJoin("product_descriptions", "product_id", "products.id")
    .select("products.id")
    .where(isPublic)
    .where(sql<boolean>`not facts ?& '{manufacturer,manufacturerAddress,manufacturerContact}'`)
    .limit(MOST_COUNTED)
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (${unnamed}) unnamed`.execute(db)
  return rows[0]?.count ?? 0
}
