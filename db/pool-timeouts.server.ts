import type pg from "pg"
import { waitWithinDeadline } from "./deadline.server"

type Query = (...args: unknown[]) => unknown
type Callback = (error: Error | null | undefined, result?: unknown, release?: unknown) => void

/** Connections with an abandoned statement, whose response may still arrive */
const abandoned = new WeakSet<pg.ClientBase>()

/** Interrupting the end of a transaction would leave its outcome unknown. */
const END_OF_TRANSACTION = /^\s*(commit|rollback)\b/i
const MIN_WAIT_AT_END = 1_000

/** Milliseconds after which a statement is late, and again */
const LATE = 2_000

interface Timeouts {
  /** Milliseconds outside of a request; 0 means no limit */
  maxWait: number
  onLate?: (client: pg.PoolClient) => void
}

export function applyTimeouts(pool: pg.Pool, { maxWait, onLate }: Timeouts): void {
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
  pool.on("connect", (client) => applyQueryTimeout(client, { maxWait, onLate }))
}

function applyQueryTimeout(client: pg.PoolClient, { maxWait, onLate }: Timeouts): void {
  const query = client.query.bind(client) as Query
  const timedQuery: Query = (...args) => {
    if (typeof (args[0] as { submit?: unknown })?.submit === "function") return query(...args)
    const callback = typeof args.at(-1) === "function" ? (args.pop() as Callback) : null
    const minWait = END_OF_TRANSACTION.test(String(args[0])) ? MIN_WAIT_AT_END : undefined
    const work = () => reportLate(query(...args) as Promise<unknown>, onLate && (() => onLate(client)))
    const answer = queryWithTimeout(client, work, { longest: maxWait, least: minWait })
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

async function reportLate<T>(answer: Promise<T>, onLate: (() => void) | undefined): Promise<T> {
  if (!onLate) return answer
  const timer = setInterval(onLate, LATE)
  try {
    return await answer
  } finally {
    clearInterval(timer)
  }
}

/** Closes the socket without the protocol's Terminate, which needs a responsive server. */
export function socketOf(client: pg.ClientBase): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream
}
