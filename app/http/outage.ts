import { databaseErrorKind } from "~db/database-error"

/** Whether an error means that the database does not answer as it should: the shop catches its breath, and it is no bug. */
export function isOutage(error: unknown): boolean {
  return databaseErrorKind(error) !== null
}

export const OUTAGE_MESSAGE = "The shop is not available right now. Please try again in a moment."
/** Seconds. */
export const OUTAGE_RETRY_AFTER = 5
