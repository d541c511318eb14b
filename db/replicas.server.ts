import type pg from "pg"
import { type Database, openDatabase, openPool } from "./database.server"
import { databaseErrorKind } from "./database-error"
import { withDeadline } from "./deadline.server"
import { oneAtATime } from "./one-at-a-time"

interface ReplicasOptions {
  /** Each one server of its own: what one of them has says nothing of another behind the same name. */
  urls: readonly string[]
  /** Connections to each at the most. */
  max: number
  namedStatements?: boolean
  /** Hears that a replica is left out, and that it is asked again. */
  onChange?: (replica: string, isAsked: boolean, reason?: unknown) => void
}

/** How long a server may take to say how far it has come, in milliseconds. */
const ANSWER_TIMEOUT = 500
/** How long a replica may take for what it is asked, before the primary is asked instead, in milliseconds. */
const WORK_TIMEOUT = 2_500
/** How long a replica is waited for that has nearly everything: so many times so many milliseconds. */
const WAIT = { times: 20, milliseconds: 5 }
/** How often it is looked whether a replica that is left out is well again, in milliseconds. */
const LOOK_AGAIN_AFTER = 2_000

/** A commit can be seen when it has been written, or, without waiting for the disk, when it has been inserted. */
const WRITTEN = `select pg_wal_lsn_diff(case when current_setting('synchronous_commit') = 'off'
  then pg_current_wal_insert_lsn() else pg_current_wal_lsn() end, '0/0') as position`
/** Null on a server that is no replica. */
const REPLAYED = "select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') as position"

/**
 * Replicas of the primary, for work that only reads. One is used when it has replayed everything that the primary had written
 * when it was asked, which is after the work was wanted: so no reader can tell which of them has answered. In every other case it
 * is the primary's work.
 */
export class Replicas {
  readonly #replicas: Replica[]
  readonly #written: () => Promise<number>
  #turn = 0

  constructor(primary: pg.Pool, { urls, ...options }: ReplicasOptions) {
    this.#written = oneAtATime(() => positionOf(primary, WRITTEN))
    this.#replicas = urls.map((url) => new Replica(url, { ...options, written: this.#written }))
  }

  /** Does `work` on a replica; null where none has everything, or it failed to do it. */
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
  /** Whether it may be asked: it answered of late, and was not behind. */
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
    this.#name = new URL(url).host
    this.#pool = openPool({ url, max, namedStatements, statementTimeout: WORK_TIMEOUT })
    this.#db = openDatabase(this.#pool)
    this.#replayed = oneAtATime(() => positionOf(this.#pool, REPLAYED))
    this.#looking = setInterval(() => void this.#look(), LOOK_AGAIN_AFTER).unref()
    void this.#look()
  }

  /** Whether it has everything up to this position, now or in a moment. */
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

  /** Null when the replica failed to do it. @throws what the work itself throws */
  async read<T>(work: (db: Database) => Promise<T>): Promise<{ result: T } | null> {
    try {
      return { result: await withDeadline(() => work(this.#db), WORK_TIMEOUT) }
    } catch (error) {
      const kind = databaseErrorKind(error)
      if (kind === null) throw error
      // A statement that was in the way of what is replayed says nothing of the next one.
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

  /** A replica that is left out costs nothing but this. */
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
  if (position === null) throw new Error("this server is no replica")
  return position
}
