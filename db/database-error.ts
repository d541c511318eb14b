/** `away` may resolve with time; after a `collision` an immediate retry helps. */
type DatabaseErrorKind = "away" | "collision"

/** Codes of PostgreSQL (appendix A of its manual) and of Node's sockets */
const codes: [RegExp, DatabaseErrorKind][] = [
  [/^40(001|P01)$/, "collision"],
  // Connection exceptions; insufficient resources; shutdown, crash, start-up, statement timeout
  [/^(08\w{3}|53\w{3}|57P0[1-5]|57014)$/, "away"],
  // Lock timeout; a read-only server; transaction timeouts
  [/^(55P03|25006|25P03|25P04)$/, "away"],
  // Authentication while a password changes; a missing database while it moves; disk errors
  [/^(28\w{3}|3D000|58\w{3})$/, "away"],
  [/^(ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN))$/, "away"],
]

const UNAVAILABLE_MESSAGES =
  /connection (terminated|timeout|closed|ended)|not currently accepting connections|timeout exceeded when trying to connect|timeout expired|query read timeout|not queryable|client was closed|after calling end on the pool|driver has already been destroyed/i

const MAX_DEPTH = 5

/** Unwraps the causes; returns `null` if none comes from the database. */
export function databaseErrorKind(error: unknown, depth = 0): DatabaseErrorKind | null {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return null
  const { code } = error as NodeJS.ErrnoException
  const known = codes.find(([pattern]) => pattern.test(String(code ?? "")))
  if (known) return known[1]
  if (UNAVAILABLE_MESSAGES.test(error.message)) return "away"
  const causes = [error.cause, ...(error instanceof AggregateError ? error.errors : [])]
  return causes.map((one) => databaseErrorKind(one, depth + 1)).find((kind) => kind !== null) ?? null
}
