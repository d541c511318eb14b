import type pg from "pg"

/** Statements sent over a pool, with the number of sequential waits */
export interface StatementLog {
  texts: string[]
  /** Number of statements sent while no other was pending */
  roundTrips: number
  /** Clears the log. */
  clear(): void
}

/** Logs every statement sent over a pool, including `begin` and `commit`. */
export function logStatements(pool: pg.Pool): StatementLog {
  const log: StatementLog = {
    texts: [],
    roundTrips: 0,
    clear() {
      log.texts = []
      log.roundTrips = 0
    },
  }
  const known = new WeakSet<pg.PoolClient>()
  let pending = 0
  pool.on("acquire", (client) => {
    if (known.has(client)) return
    known.add(client)
    const send = client.query.bind(client) as (...given: unknown[]) => Promise<unknown> | undefined
    const query = (...given: unknown[]) => {
      log.texts.push(textOf(given[0]))
      if (pending === 0) log.roundTrips++
      const sent = send(...given)
      // A call with a callback returns nothing.
      if (sent) pending++
      return sent?.finally(() => pending--)
    }
    Object.assign(client, { query })
  })
  return log
}

function textOf(statement: unknown): string {
  return typeof statement === "string" ? statement : String((statement as { text?: string }).text)
}
