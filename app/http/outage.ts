import { databaseErrorKind } from "~db/database-error"

/** Returns whether the database is unavailable: 503, not 500. */
export function isOutage(error: unknown): boolean {
  return databaseErrorKind(error) !== null
}

export const OUTAGE_MESSAGE = "The shop is not available right now. Please try again in a moment."
/** Seconds */
export const OUTAGE_RETRY_AFTER = 5
