import { sql } from "kysely"
import type { Database } from "./database.server"

export const TIMELINE = "select left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline"

/** A function that does not exist, is not allowed or is not supported */
const UNSUPPORTED = new Set(["42883", "42501", "0A000", "55000"])

/** Returns the server's timeline, which each promotion changes, or "" if a service that resembles PostgreSQL has none. */
export async function findTimeline(db: Database): Promise<string> {
  try {
    const { rows } = await sql.raw<{ timeline: string }>(TIMELINE).execute(db)
    return rows[0]?.timeline ?? ""
  } catch (error) {
    if (UNSUPPORTED.has((error as { code?: string }).code ?? "")) return ""
    throw error
  }
}
