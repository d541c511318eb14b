/**
 * What an error of the database means for the caller:
 * - `away`: the database does not answer, or takes no orders at the moment; trying again later helps
 * - `collision`: two transactions were in each other's way; trying again at once helps
 */
type DatabaseErrorKind = "away" | "collision"

/** By the codes of PostgreSQL (appendix A of its manual) and of Node's sockets. */
const codes: [RegExp, DatabaseErrorKind][] = [
  // Serialization failure, deadlock.
  [/^40(001|P01)$/, "collision"],
  // Connection exceptions; insufficient resources; shutdown, crash, start-up, and the time limit of a statement.
  [/^(08\w{3}|53\w{3}|57P0[1-5]|57014)$/, "away"],
  // A lock that was not to be had; a standby or a database that only reads; transactions that stood still for too long.
  [/^(55P03|25006|25P03|25P04)$/, "away"],
  // No admittance: the password is being changed, or the database is being moved; and a disk that fails.
  [/^(28\w{3}|3D000|58\w{3})$/, "away"],
  [/^(ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN))$/, "away"],
]

/** Errors of pg, its pool and Kysely have no code. */
const UNAVAILABLE_MESSAGES =
  /connection (terminated|timeout|closed|ended)|not currently accepting connections|timeout exceeded when trying to connect|query read timeout|not queryable|client was closed|after calling end on the pool|driver has already been destroyed/i

/** An error may be wrapped, by a library or as one of several attempts to connect. */
const MAX_DEPTH = 5

/**
 * The one table that decides whether an error means trouble with the database; null is a bug, or another's matter.
 * What wraps the error is looked through.
 */
export function databaseErrorKind(error: unknown, depth = 0): DatabaseErrorKind | null {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return null
  const { code } = error as NodeJS.ErrnoException
  const known = codes.find(([pattern]) => pattern.test(String(code ?? "")))
  if (known) return known[1]
  if (UNAVAILABLE_MESSAGES.test(error.message)) return "away"
  const causes = [error.cause, ...(error instanceof AggregateError ? error.errors : [])]
  return causes.map((one) => databaseErrorKind(one, depth + 1)).find((kind) => kind !== null) ?? null
}
