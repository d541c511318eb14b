import type pg from "pg"
import { waitWithinDeadline } from "./deadline.server"

type Query = (...args: unknown[]) => unknown
type Callback = (error: Error | null | undefined, result?: unknown, release?: unknown) => void

/** Connections on which a wait was given up: an answer may still come, to a statement that is forgotten. */
const abandoned = new WeakSet<pg.ClientBase>()

/** What ends a transaction is nearly always answered, and cut off it leaves unknown what became of the work. */
const END_OF_TRANSACTION = /^\s*(commit|rollback)\b/i
/** In milliseconds. */
const MIN_WAIT_AT_END = 1_000

/**
 * Lets a pool's connections and statements fail in time when the database hangs. A connection whose answer is no longer
 * waited for is closed and never lent again.
 * @param maxWait outside of a request, in milliseconds; 0 is for ever
 */
export function applyTimeouts(pool: pg.Pool, maxWait: number): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  async function lend(): Promise<pg.PoolClient> {
    for (;;) {
      const arriving = connect()
      const onTimeout = () =>
        void arriving.then(
          (late) => late.release(),
          () => {},
        )
      const client = await waitWithinDeadline(arriving, { longest: maxWait, onTimeout })
      if (!abandoned.has(client)) return client
      client.release(true)
    }
  }
  pool.connect = ((callback?: Callback) => {
    if (!callback) return lend()
    lend().then((client) => callback(undefined, client, client.release), callback)
  }) as typeof pool.connect
  pool.on("connect", (client) => applyQueryTimeout(client, maxWait))
}

function applyQueryTimeout(client: pg.PoolClient, maxWait: number): void {
  const query = client.query.bind(client) as Query
  const timedQuery: Query = (...args) => {
    // A cursor has a life of its own.
    if (typeof (args[0] as { submit?: unknown })?.submit === "function") return query(...args)
    const callback = typeof args.at(-1) === "function" ? (args.pop() as Callback) : null
    const minWait = END_OF_TRANSACTION.test(String(args[0])) ? MIN_WAIT_AT_END : undefined
    const answer = queryWithTimeout(client, () => query(...args) as Promise<unknown>, {
      longest: maxWait,
      least: minWait,
    })
    if (!callback) return answer
    answer.then((result) => callback(null, result), callback)
  }
  client.query = timedQuery as typeof client.query
}

async function queryWithTimeout(
  client: pg.PoolClient,
  query: () => Promise<unknown>,
  limits: { longest: number; least?: number },
): Promise<unknown> {
  if (abandoned.has(client)) throw Object.assign(new Error("The connection was closed"), { code: "ECONNABORTED" })
  const onTimeout = () => {
    abandoned.add(client)
    socketOf(client).destroy()
  }
  return waitWithinDeadline(query(), { ...limits, onTimeout })
}

/** Without asking the other end, which does not answer. */
function socketOf(client: pg.ClientBase): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream
}
