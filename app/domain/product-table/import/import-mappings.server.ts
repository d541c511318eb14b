import { createHash } from "node:crypto"
import type { Queryable } from "~/domain/shop"
import { type HandMapping, handColumnNames } from "../moving-in/by-hand"
import { headingKey } from "../moving-in/sheet"

export function headingsDigest(headings: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify(headings.map(headingKey)))
    .digest("hex")
}

/** Returns the columns that were chosen for a file with these headings. */
export async function findMapping({ db }: Queryable, headings: readonly string[]): Promise<HandMapping | null> {
  const saved = await db
    .selectFrom("import_mappings")
    .select("columns")
    .where("headings", "=", headingsDigest(headings))
    .executeTakeFirst()
  return saved ? saved.columns.map((column) => handColumnNames.find((name) => name === column) ?? null) : null
}
