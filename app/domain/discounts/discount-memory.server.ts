import { sql } from "kysely"
import { VersionedMemory } from "~/domain/versions/versioned-memory"
import type { Database } from "~db/database.server"
import { type DiscountRule, toDiscountRule } from "./discount-record"

/** The active and scheduled automatic discounts; each quote checks their dates. */
export class DiscountMemory extends VersionedMemory<readonly DiscountRule[]> {
  constructor(db: Database) {
    super(async () => {
      // Reads the version first, so that rows changed since are read again.
      const versions = db.selectFrom("catalog_version").select("discounts_version as version")
      const { version } = await versions.executeTakeFirstOrThrow()
      const rows = await db
        .selectFrom("discounts")
        .selectAll()
        .where("code", "is", null)
        .where("stopped_at", "is", null)
        .where((row) => row.or([row("ends_at", "is", null), row("ends_at", ">", sql<Date>`now()`)]))
        .orderBy("id")
        .execute()
      return { version, value: rows.map(toDiscountRule) }
    }, [])
  }
}
