import type pg from "pg"
import { withTimeout } from "./with-timeout"

interface DatabaseClockOptions {
  /** The machine's clock in milliseconds */
  machine?: () => number
}

/** Milliseconds */
const INTERVAL = 5_000
/** The loss of accuracy of a measurement until the next one */
const DRIFT = 5
/** The correction from which the clock counts as reset, so that earlier schedules may be late */
const STEP = 30_000
const FIRST_SAMPLES = 3
/** Milliseconds for which a new connection waits for the time */
const CONNECTED_TIMEOUT = 2_000

const NOW = "select extract(epoch from clock_timestamp()) * 1000 as now"

/**
 * Returns the time of the database's clock, which all processes share. It runs on the monotonic clock between
 * measurements, so that a change of the machine's clock does not move it.
 */
export class DatabaseClock {
  /** The database's time at the origin of the monotonic clock */
  #origin = 0
  /** The greatest possible error of `#origin`: half a round trip when measured */
  #error = Number.POSITIVE_INFINITY
  /** The time of the newest request for a sample, by the monotonic clock */
  #sent = 0
  #skew = 0
  #steps = 0
  #measuring: Promise<void> | null = null
  readonly #listeners: (() => void)[] = []
  readonly #timer: NodeJS.Timeout
  readonly #machine: () => number

  private constructor(
    private readonly pool: pg.Pool,
    { machine = Date.now }: DatabaseClockOptions,
  ) {
    this.#machine = machine
    this.#timer = setInterval(() => void this.measure().catch(() => {}), INTERVAL).unref()
    // Another server, such as a promoted standby, has its own clock. The previous measurement may still wait for the
    // former one.
    const { onConnect } = pool.options
    pool.options.onConnect = async (client) => {
      await onConnect?.(client)
      await withTimeout(this.#sample(client), CONNECTED_TIMEOUT, () => new Error("no time")).catch(() => {})
    }
  }

  static async open(pool: pg.Pool, options: DatabaseClockOptions = {}): Promise<DatabaseClock> {
    const clock = new DatabaseClock(pool, options)
    try {
      for (let sample = 0; sample < FIRST_SAMPLES; sample++) await clock.measure()
    } catch (error) {
      clock.close()
      throw error
    }
    return clock
  }

  readonly now = (): Date => new Date(this.#origin + performance.now())

  /** Milliseconds by which the machine's clock was ahead of the database's when last measured */
  get skew(): number {
    return this.#skew
  }

  /** The number of times that the database's clock was found to have been reset, or replaced */
  get steps(): number {
    return this.#steps
  }

  /** Calls the listener after each measurement. */
  onMeasure(listener: () => void): void {
    this.#listeners.push(listener)
  }

  measure(): Promise<void> {
    this.#measuring ??= this.#measure().finally(() => {
      this.#measuring = null
    })
    return this.#measuring
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #measure(): Promise<void> {
    const client = await this.pool.connect()
    let broken: Error | undefined
    try {
      await this.#sample(client)
    } catch (error) {
      broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }

  async #sample(client: pg.ClientBase): Promise<void> {
    const sent = performance.now()
    const { rows } = await client.query<{ now: number }>(NOW)
    const received = performance.now()
    // A late response may come from a server that is no longer in use.
    if (sent < this.#sent) return
    this.#sent = sent
    this.#correct((rows[0] as { now: number }).now - (sent + received) / 2, (received - sent) / 2)
    this.#skew = Math.round(this.#machine() - this.now().getTime())
    for (const listener of this.#listeners) listener()
  }

  /** Ignores a slower sample that agrees with the known time. */
  #correct(origin: number, error: number): void {
    const correction = Math.abs(origin - this.#origin)
    if (error > this.#error && correction <= error + this.#error) {
      this.#error += DRIFT
      return
    }
    if (Number.isFinite(this.#error) && correction > STEP) this.#steps++
    this.#origin = origin
    this.#error = error
  }
}
