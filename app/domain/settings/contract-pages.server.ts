import { sql } from "kysely"
import { sum } from "~/domain/money/money"
import type { Database } from "~db/database.server"
import { type ContractPage, contractPages, type ShopSettings } from "./settings"

/** Reads the newest versions; the sum of them only increases. */
export async function readContract({
  db,
}: {
  db: Database
}): Promise<{ version: number; pages: ShopSettings["contract"] }> {
  const rows = await db
    .selectFrom("page_versions")
    .select([sql<ContractPage>`page`.as("page"), "version", "title", "body"])
    .distinctOn("page")
    .where("page", "in", contractPages)
    .orderBy("page")
    .orderBy("version", "desc")
    .execute()
  const pages = Object.fromEntries(rows.map(({ page, title, body }) => [page, { title, body }]))
  return { version: sum(rows.map(({ version }) => version)), pages }
}
