/** Codes of Node and of PostgreSQL (appendix A) that say the database is away, not that we asked it nonsense. */
const AWAY = /^(ECONN\w+|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|08\w{3}|57P0[123]|53300|57014|55P03)$/
const WORDS = /connection (terminated|timeout|closed)|timeout exceeded when trying to connect|query read timeout/i

/** Whether an error means that the database does not answer: the shop is catching its breath, and it is no bug. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return AWAY.test(code ?? "") || WORDS.test(error.message)
}

export const OUTAGE_MESSAGE = "The shop is catching its breath. Please try again in a moment."
/** Seconds. */
export const OUTAGE_RETRY_AFTER = 5
