import { setTimeout as sleep } from "node:timers/promises"
import { Kysely, PostgresDialect } from "kysely"
import pg from "pg"
import { driverFor, followServers, type ServerAccess, type ServerClient, serversAt } from "./database-servers.server"
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
  /** May list several servers, of which the writable one is used. */
  url: string
  access?: ServerAccess
  max: number
  /** Milliseconds; 0 means no limit */
  statementTimeout?: number
  /** A transaction pooler accepts no session settings, and must be configured with the time limit. */
  throughPooler?: boolean
  namedStatements?: boolean
  onError?: (error: Error) => void
}

const CONNECT_TIMEOUT = 7_500
/** Milliseconds by which a response may arrive after its statement timed out */
const RESPONSE_GRACE = 1_500
const CLOSE_TIMEOUT = 1_000

/** Reports connection errors instead of throwing them, so that the shop survives a lost connection. */
export function openPool({
  url,
  access = "write",
  max,
  statementTimeout = 7_000,
  throughPooler = false,
  namedStatements = true,
  onError = () => {},
}: PoolOptions): pg.Pool {
  const servers = serversAt(url, access)
  const driver = driverFor(servers)
  const { onConnect, ...session } = sessionSettings(statementTimeout)
  const pool = new pg.Pool({
    Client: driver,
    max,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    ...(throughPooler ? {} : session),
    keepAlive: true,
    onConnect: async (client) => {
      if (!throughPooler) await onConnect?.(client)
      await servers.check(client, (client as InstanceType<typeof driver>).url)
    },
  })
  pool.on("error", onError)
  followServers(pool, servers)
  applyTimeouts(pool, {
    maxWait: statementTimeout && statementTimeout + RESPONSE_GRACE,
    onLate: servers.areSeveral ? (client) => servers.doubt((client as ServerClient).epoch) : undefined,
  })
  awaitClosedConnections(pool)
  pool.on("connect", (client) => {
    client.on("error", onError)
    if (namedStatements) keepPlans(client)
  })
  return pool
}

/** A role or a database may have its own limit, and the driver does not send zero. */
const NO_STATEMENT_TIMEOUT = "set statement_timeout = 0"

function sessionSettings(statementTimeout: number): pg.PoolConfig {
  // An idle transaction has lost its owner, and holds locks.
  if (statementTimeout !== 0)
    return { statement_timeout: statementTimeout, idle_in_transaction_session_timeout: 10_000 }
  const onConnect = async (client: pg.ClientBase) => void (await client.query(NO_STATEMENT_TIMEOUT))
  return { idle_in_transaction_session_timeout: 60_000, onConnect }
}

/** Connects for work that may take hours; after a lost connection the next statement fails. */
export async function connectUnlimited(
  url: string,
  { access = "write", ...options }: pg.ClientConfig & { access?: ServerAccess } = {},
): Promise<pg.Client> {
  const servers = serversAt(url, access)
  if (servers.areSeveral) await servers.find()
  const Driver = driverFor(servers)
  const client = new Driver({ keepAlive: true, ...options })
  client.on("error", () => {})
  await client.connect()
  await client.query(`${NO_STATEMENT_TIMEOUT}; set idle_in_transaction_session_timeout = 0`)
  return client
}

/** Waits for the pool's connections to close, which a server that is stopped next would break. */
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

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
