import type pg from "pg"
import { type Database, openDatabase, openPool } from "./database.server"
import { databaseErrorKind } from "./database-error"
import { withDeadline } from "./deadline.server"
import { oneAtATime } from "./one-at-a-time"
import { hostOf } from "./server-addresses"

interface ReplicasOptions {
  /** One server each, because positions of servers behind the same name differ */
  urls: readonly string[]
  max: number
  namedStatements?: boolean
  onChange?: (replica: string, isAsked: boolean, reason?: unknown) => void
}

const ANSWER_TIMEOUT = 500
/** Milliseconds until the primary is used instead */
const WORK_TIMEOUT = 2_500
const WAIT = { times: 20, milliseconds: 5 }
const LOOK_AGAIN_AFTER = 2_000

/** A commit is visible once written, or, with `synchronous_commit` off, once inserted. */
const WRITTEN = `select pg_wal_lsn_diff(case when current_setting('synchronous_commit') = 'off'
  then pg_current_wal_insert_lsn() else pg_current_wal_lsn() end, '0/0') as position`
/** Null on a server that is not a replica */
const REPLAYED = "select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') as position"

/**
 * Uses a replica only if it has replayed everything that the primary had written at the call, otherwise the primary.
 */
export class Replicas {
  readonly #replicas: Replica[]
  readonly #written: () => Promise<number>
  #turn = 0

  constructor(primary: pg.Pool, { urls, ...options }: ReplicasOptions) {
    this.#written = oneAtATime(() => positionOf(primary, WRITTEN))
    this.#replicas = urls.map((url) => new Replica(url, { ...options, written: this.#written }))
  }

  /** Returns null if no replica is up to date, or the work failed there. */
  async read<T>(work: (db: Database) => Promise<T>): Promise<{ result: T } | null> {
    const trusted = this.#replicas.filter((replica) => replica.isTrusted)
    if (trusted.length === 0) return null
    const written = await this.#written().catch(() => null)
    if (written === null) return null
    const turn = this.#turn++ % trusted.length
    for (const replica of [...trusted.slice(turn), ...trusted.slice(0, turn)]) {
      if (await replica.reaches(written)) return replica.read(work)
    }
    return null
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()))
  }
}

class Replica {
  isTrusted = false
  readonly #name: string
  readonly #pool: pg.Pool
  readonly #db: Database
  readonly #replayed: () => Promise<number>
  readonly #looking: NodeJS.Timeout

  constructor(
    url: string,
    private readonly options: Omit<ReplicasOptions, "urls"> & { written: () => Promise<number> },
  ) {
    const { max, namedStatements } = options
    this.#name = hostOf(url)
    this.#pool = openPool({ url, access: "read", max, namedStatements, statementTimeout: WORK_TIMEOUT })
    this.#db = openDatabase(this.#pool)
    this.#replayed = oneAtATime(() => positionOf(this.#pool, REPLAYED))
    this.#looking = setInterval(() => void this.#look(), LOOK_AGAIN_AFTER).unref()
    void this.#look()
  }

  async reaches(position: number): Promise<boolean> {
    try {
      for (let times = 0; times < WAIT.times; times++) {
        if ((await this.#replayed()) >= position) return true
        await new Promise((resolve) => setTimeout(resolve, WAIT.milliseconds))
      }
      this.#leaveOut("it is behind")
    } catch (error) {
      this.#leaveOut(error)
    }
    return false
  }

  async read<T>(work: (db: Database) => Promise<T>): Promise<{ result: T } | null> {
    try {
      return { result: await withDeadline(() => work(this.#db), WORK_TIMEOUT) }
    } catch (error) {
      const kind = databaseErrorKind(error)
      if (kind === null) throw error
      // A conflict with the replay is no reason to exclude the replica.
      if (kind === "away") this.#leaveOut(error)
      return null
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#looking)
    this.isTrusted = false
    await this.#db.destroy()
  }

  #leaveOut(reason: unknown): void {
    if (this.isTrusted) this.options.onChange?.(this.#name, false, reason)
    this.isTrusted = false
  }

  async #look(): Promise<void> {
    if (this.isTrusted) return
    const position = await this.options.written().catch(() => null)
    if (position === null || !(await this.reaches(position))) return
    this.isTrusted = true
    this.options.onChange?.(this.#name, true)
  }
}

async function positionOf(pool: pg.Pool, statement: string): Promise<number> {
  const { rows } = await withDeadline(() => pool.query<{ position: number | null }>(statement), ANSWER_TIMEOUT)
  const position = rows[0]?.position ?? null
  if (position === null) throw new Error("this server is not a replica")
  return position
}
