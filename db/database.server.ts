import { setTimeout as sleep } from "node:timers/promises"
import { Kysely, PostgresDialect } from "kysely"
import pg from "pg"
import { applyTimeouts } from "./pool-timeouts.server"
import { keepPlans } from "./prepared-statements.server"
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

interface PoolOptions {
  url: string
  /** Connections at the most. */
  max: number
  /** How long one statement may take, in milliseconds; 0 is for ever. */
  statementTimeout?: number
  /**
   * Whether the address is that of a pooler that lends connections for a transaction each: it takes no settings of a
   * session, so that how long a statement may take has to be configured there.
   */
  throughPooler?: boolean
  /** Whether connections keep the plans of marked statements under names, which older poolers cannot follow. */
  namedStatements?: boolean
  onError?: (error: Error) => void
}

/** How long a new connection may take, and how long somebody waits for one, in milliseconds. */
const CONNECT_TIMEOUT = 7_500
/** An answer may be on its way so much longer than its statement took, in milliseconds. */
const RESPONSE_GRACE = 1_500
/** How long the end of a pool waits for the database to close its connections, in milliseconds. */
const CLOSE_TIMEOUT = 1_000

/**
 * A pool that survives a database that goes away: an error on an idle or a busy connection is reported, never thrown,
 * and by default no statement may hang longer than seven seconds. Inside a request all statements together have a limit.
 */
export function openPool({
  url,
  max,
  statementTimeout = 7_000,
  throughPooler = false,
  namedStatements = true,
  onError = () => {},
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    ...(throughPooler ? {} : sessionSettings(statementTimeout)),
    keepAlive: true,
  })
  pool.on("error", onError)
  applyTimeouts(pool, statementTimeout && statementTimeout + RESPONSE_GRACE)
  awaitClosedConnections(pool)
  pool.on("connect", (client) => {
    client.on("error", onError)
    if (namedStatements) keepPlans(client)
  })
  return pool
}

function sessionSettings(statementTimeout: number) {
  return {
    statement_timeout: statementTimeout,
    // No transaction waits for anything but the database: one that stands still has lost its owner, and holds locks.
    idle_in_transaction_session_timeout: statementTimeout === 0 ? 60_000 : 10_000,
  }
}

/**
 * Lets a pool end when its connections are closed. By itself it only says goodbye on them: a server that is stopped next
 * may then break them off, which would be reported as an error.
 */
function awaitClosedConnections(pool: pg.Pool): void {
  const open = new Set<Promise<void>>()
  pool.on("connect", (client) => {
    const closed = new Promise<void>((resolve) => client.once("end", resolve)).then(() => void open.delete(closed))
    open.add(closed)
  })
  const end = pool.end.bind(pool) as () => Promise<void>
  pool.end = (async () => {
    await end()
    await Promise.race([Promise.all(open), sleep(CLOSE_TIMEOUT, undefined, { ref: false })])
  }) as typeof pool.end
}

/** The shop's tables over a pool. */
export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
