import { Kysely, PostgresDialect } from "kysely"
import pg from "pg"
import { keepPlans } from "./planned-once.server"
import type { Tables } from "./schema"

export type Database = Kysely<Tables>

const INT8 = 20
const NUMERIC = 1700

/** Sums and counts stay far below 2^53, so they may be plain numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === INT8 || oid === NUMERIC) return Number
    return pg.types.getTypeParser(oid as number, format as "text")
  },
}

export interface PoolOptions {
  url: string
  /** Connections at the most. */
  max: number
  /** How long one statement may take, in milliseconds; 0 is for ever. */
  statementTimeout?: number
  onError?: (error: Error) => void
}

/**
 * A pool that survives a database that goes away: an error on an idle or a busy connection is reported, never thrown,
 * and by default no statement may hang longer than ten seconds.
 */
export function openPool({ url, max, statementTimeout = 10_000, onError = () => {} }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 15_000,
    statement_timeout: statementTimeout,
    query_timeout: statementTimeout && statementTimeout + 2_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  })
  pool.on("error", onError)
  pool.on("connect", (client) => {
    client.on("error", onError)
    keepPlans(client)
  })
  return pool
}

/** The shop's tables over a pool. */
export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
