import pg from "pg"
import { databaseErrorKind } from "./database-error"
import { DatabaseSocket } from "./database-socket.server"
import { socketOf } from "./pool-timeouts.server"
import { describeState, READ_ONLY, ReadOnlyServerError, type ServerState } from "./read-only-server-error"
import { hostOf, parseServerAddresses } from "./server-addresses"
import { withTimeout } from "./with-timeout"

/** `write` accepts only a writable server; `read` follows the `target_session_attrs` of the address. */
export type ServerAccess = "write" | "read"

type Condition = (state: ServerState) => boolean

const canWrite: Condition = ({ isReadOnly }) => !isReadOnly
const always: Condition = () => true
const isStandby: Condition = (state) => state.isStandby

/** The hosts, in the order of attempts */
const conditions: Record<ReturnType<typeof parseServerAddresses>["target"], Condition[]> = {
  any: [always],
  "read-write": [canWrite],
  "read-only": [({ isReadOnly }) => isReadOnly],
  primary: [(state) => !state.isStandby],
  standby: [isStandby],
  "prefer-standby": [isStandby, always],
}

/** Milliseconds to connect to one of several hosts, and to query any for its state; also between two doubts */
const ANSWER_TIMEOUT = 2_000
/** PostgreSQL's `cannot_connect_now`: the server starts, recovers or stops. */
const NOT_OPEN = "57P03"

export const SERVER_STATE = `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`

/** The servers of an address, one of which is in use until it fails or becomes read-only */
export class DatabaseServers {
  /** Connections of an earlier epoch may lead to a server that is no longer in use. */
  epoch = 0
  /** Called with a sentence when a server is refused, once until one is accepted */
  onRefusal: (sentence: string) => void = () => {}
  /** Called when another server is in use from now on */
  readonly onMove = new Set<() => void>()
  readonly #urls: string[]
  readonly #connectTimeout: number | null
  readonly #conditions: Condition[]
  #current = 0
  #search: Promise<ServerState> | null = null
  #isRefused = false
  #doubtedAt = Number.NEGATIVE_INFINITY
  /** The current one is the first of the list until a search has found the right one. */
  isFound: boolean

  constructor(address: string, access: ServerAccess) {
    const { urls, target, connectTimeout } = parseServerAddresses(address)
    this.#urls = urls
    this.isFound = urls.length === 1
    this.#connectTimeout = connectTimeout
    this.#conditions = access === "write" ? [canWrite] : conditions[target]
  }

  get url(): string {
    return this.#urls[this.#current] ?? ""
  }

  get areSeveral(): boolean {
    return this.#urls.length > 1
  }

  /** Milliseconds; one unreachable host must not delay the others. */
  get connectTimeout(): number | null {
    return this.#connectTimeout ?? (this.areSeveral ? ANSWER_TIMEOUT : null)
  }

  /** @throws ReadOnlyServerError if the server does not match the address */
  async check(client: pg.ClientBase, url: string): Promise<void> {
    if (this.#conditions.includes(always)) return
    const state = await stateOf(client)
    const [wanted = always] = this.#conditions
    if (wanted(state)) this.#isRefused = false
    else throw this.#refusal(new ReadOnlyServerError(hostOf(url), state))
  }

  /** Drops all connections after one of them turned out to lead to a read-only server. */
  distrust(epoch: number): void {
    if (epoch === this.epoch) this.epoch++
  }

  /** Returns whether another server may be the right one after this error. */
  mayHaveMoved(error: unknown): boolean {
    const isPoolFull = (error as Error).message === "timeout exceeded when trying to connect"
    return this.areSeveral && !isPoolFull && databaseErrorKind(error) === "away"
  }

  /** Queries all servers concurrently, and uses the current one or the first that matches the address. */
  async find(): Promise<ServerState> {
    try {
      return await this.#searchOnce()
    } catch (error) {
      throw this.#refusal(error as Error)
    }
  }

  /**
   * Looks for another server when this one has not answered a statement for some time. Changes nothing if it answers a new
   * connection, even with a refusal: the statement may only wait for a lock.
   */
  doubt(epoch: number): void {
    if (epoch !== this.epoch || performance.now() - this.#doubtedAt < ANSWER_TIMEOUT) return
    this.#doubtedAt = performance.now()
    this.#searchOnce(true).catch(() => {})
  }

  #searchOnce(isDoubt = false): Promise<ServerState> {
    this.#search ??= this.#searchAll(isDoubt).finally(() => {
      this.#search = null
    })
    return this.#search
  }

  async #searchAll(isDoubt: boolean): Promise<ServerState> {
    const timeout = this.#connectTimeout ?? ANSWER_TIMEOUT
    const answers = this.#urls.map((url) => (isDoubt ? probeQuickly(url) : probe(url, timeout)))
    const own = await (isDoubt ? answers[this.#current] : undefined)
    if (own instanceof pg.DatabaseError && own.code !== NOT_OPEN) throw own
    if (own !== undefined && !(own instanceof Error) && this.#conditions.some((isWanted) => isWanted(own))) return own
    for (const isWanted of this.#conditions) {
      for (const index of new Set([this.#current, ...answers.keys()])) {
        const state = await answers[index]
        if (!state || state instanceof Error || !isWanted(state)) continue
        this.#use(index)
        return state
      }
    }
    throw noServer(this.#urls, await Promise.all(answers))
  }

  #use(index: number): void {
    const isOther = index !== this.#current
    this.#current = index
    this.#isRefused = false
    this.isFound = true
    if (!isOther) return
    this.epoch++
    for (const move of this.onMove) move()
  }

  #refusal(error: Error): Error {
    const isReadOnly = (error as NodeJS.ErrnoException).code === READ_ONLY
    if (isReadOnly && !this.#isRefused)
      this.onRefusal(`${error.message}: no one can buy until a server accepts writes.`)
    if (isReadOnly) this.#isRefused = true
    return error
  }
}

async function stateOf(client: pg.ClientBase): Promise<ServerState> {
  const late = () => Object.assign(new Error("The database does not say whether it can write"), { code: "ETIMEDOUT" })
  const { rows } = await withTimeout(client.query<ServerState>(SERVER_STATE), ANSWER_TIMEOUT, late)
  return rows[0] as ServerState
}

/** One limit for connecting and for the answer */
function probeQuickly(url: string): Promise<ServerState | Error> {
  const late = () => Object.assign(new Error("The database does not answer"), { code: "ETIMEDOUT" })
  return withTimeout(probe(url, ANSWER_TIMEOUT), ANSWER_TIMEOUT, late).catch((error: Error) => error)
}

async function probe(url: string, timeout: number): Promise<ServerState | Error> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeout,
    stream: () => new DatabaseSocket(),
  })
  client.on("error", () => {})
  try {
    await client.connect()
    return await stateOf(client)
  } catch (error) {
    return error as Error
  } finally {
    void client.end().catch(() => {})
  }
}

function noServer(urls: readonly string[], answers: readonly (ServerState | Error)[]): Error {
  const [first] = answers
  if (answers.length === 1 && first instanceof Error) return first
  const reasons = answers.map((answer, index) => {
    const reason = answer instanceof Error ? `does not answer (${answer.message})` : describeState(answer)
    return `${hostOf(urls[index] ?? "")} ${reason}`
  })
  const error = new Error(`No database server is the one that is needed: ${reasons.join("; ")}`)
  const hasAnswer = answers.some((answer) => !(answer instanceof Error))
  const code = hasAnswer ? READ_ONLY : ((first as NodeJS.ErrnoException).code ?? "ETIMEDOUT")
  return Object.assign(error, { code })
}

/** Shared by all pools of this process, so that one of them finds the server for all. */
const known = new Map<string, DatabaseServers>()

export function serversAt(address: string, access: ServerAccess = "write"): DatabaseServers {
  const key = `${access} ${address}`
  const servers = known.get(key) ?? new DatabaseServers(address, access)
  known.set(key, servers)
  return servers
}

type Driver = new (config: pg.ClientConfig) => pg.Client

/** Returns a driver whose connections lead to the server in use. */
export function driverFor(servers: DatabaseServers) {
  return class extends pg.Client {
    readonly epoch = servers.epoch
    readonly url = servers.url

    constructor(config: pg.ClientConfig = {}) {
      super({
        ...config,
        connectionString: servers.url,
        connectionTimeoutMillis: servers.connectTimeout ?? config.connectionTimeoutMillis,
        stream: () => new DatabaseSocket(),
      })
      this.connection.on("errorMessage", (message: { code?: string }) => {
        if (message.code === READ_ONLY) servers.distrust(this.epoch)
      })
    }
  } satisfies Driver
}

export type ServerClient = pg.PoolClient & { epoch: number }

/**
 * Lends only connections to the server in use, and looks for another when it fails. Connections to the former one are
 * closed, because their statements would wait in vain.
 */
export function followServers(pool: pg.Pool, servers: DatabaseServers): void {
  const clients = new Set<ServerClient>()
  pool.on("connect", (client) => clients.add(client as ServerClient))
  pool.on("remove", (client) => clients.delete(client as ServerClient))
  const closeFormer = () => {
    for (const client of clients) if (client.epoch !== servers.epoch) socketOf(client).destroy()
  }
  servers.onMove.add(closeFormer)
  const end = pool.end.bind(pool) as () => Promise<void>
  pool.end = (() => {
    servers.onMove.delete(closeFormer)
    return end()
  }) as typeof pool.end
  const connect = pool.connect.bind(pool) as () => Promise<ServerClient>
  pool.connect = (async () => {
    if (!servers.isFound) await servers.find()
    for (let isFound = false; ; ) {
      try {
        const client = await connect()
        if (client.epoch === servers.epoch) return client
        client.release(true)
      } catch (error) {
        if (isFound || !servers.mayHaveMoved(error)) throw error
        await servers.find()
        isFound = true
      }
    }
  }) as typeof pool.connect
}
