import { EventEmitter } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { Logger as RunnerLogger, run, type TaskList, type WorkerEvents } from "graphile-worker"
import type pg from "pg"
import type { Logger } from "pino"
import { openPool } from "~db/database.server"

/** Milliseconds before a restart: the first pause, doubled with each failure up to the second */
const PAUSES = [250, 5_000] as const
const HEALTHY_AFTER = 60_000
const ABORT_AFTER = 500
const STOP_TIMEOUT = 2_000
/** Milliseconds between looks at the permit */
const PERMIT_INTERVAL = 500

interface JobRunnerOptions {
  databaseUrl: string
  log: Logger
  taskList: TaskList
  crontab: string
  /** Null while the runner must not run; another value requires a restart. */
  permit(): number | null
}

/** Restarts graphile-worker after database errors, which otherwise end the process (cron) or lose a worker. */
export class JobRunner {
  readonly #stopping = new AbortController()
  readonly #stopped = aborted(this.#stopping.signal)
  readonly #ended: Promise<void>

  constructor(private readonly options: JobRunnerOptions) {
    this.#ended = this.#keepRunning()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#ended
  }

  async #keepRunning(): Promise<void> {
    const { signal } = this.#stopping
    for (let failures = 0; !signal.aborted; failures++) {
      while (this.options.permit() === null && !signal.aborted) await pause(PERMIT_INTERVAL, signal)
      if (signal.aborted) return
      const began = performance.now()
      await this.#runOnce().catch((error) => {
        this.options.log.warn({ err: error }, "the job runner failed and starts again")
      })
      if (performance.now() - began > HEALTHY_AFTER) failures = 0
      const [first, longest] = PAUSES
      await pause(Math.min(first * 2 ** failures, longest), signal)
    }
  }

  async #runOnce(): Promise<void> {
    const { databaseUrl, log, taskList, crontab } = this.options
    const failure = new AbortController()
    const permit = this.options.permit()
    const ending = new AbortController()
    const watch = setInterval(() => this.options.permit() === permit || ending.abort(), PERMIT_INTERVAL)
    const onError = (error: Error) => log.warn({ err: error }, "a database connection of the jobs broke")
    const pool = reportingPool(openPool({ url: databaseUrl, max: 5, onError }), (error) => failure.abort(error))
    let end = async () => {}
    try {
      const runner = await run({
        pgPool: pool,
        concurrency: 2,
        noHandleSignals: true,
        logger: loggerOf(log),
        taskList,
        crontab,
        events: workerEvents((error) => failure.abort(error)),
        preset: { worker: { gracefulShutdownAbortTimeout: ABORT_AFTER } },
      })
      end = () => runner.stop()
      await Promise.race([runner.promise, aborted(failure.signal), aborted(ending.signal), this.#stopped])
    } finally {
      clearInterval(watch)
      const ended = end()
        .catch(onError)
        .then(() => pool.end())
        .catch(onError)
      // A runner that waits for an unresponsive database ends later on its own.
      if (this.#stopping.signal.aborted) await Promise.race([ended, sleep(STOP_TIMEOUT)])
    }
    failure.signal.throwIfAborted()
  }
}

/** Reports errors and never rejects, because the library's cron does not handle rejections of `pool.query`. */
function reportingPool(pool: pg.Pool, report: (error: unknown) => void): pg.Pool {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
  const answering = async (...args: unknown[]) => {
    try {
      return await query(...args)
    } catch (error) {
      report(error)
      return { rows: [], rowCount: 0 }
    }
  }
  pool.query = answering as typeof pool.query
  return pool
}

function workerEvents(report: (error: unknown) => void): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  events.on("worker:fatalError", ({ error }) => report(error))
  return events
}

function loggerOf(log: Logger): RunnerLogger {
  return new RunnerLogger((scope) => (level, message) => {
    if (level === "error" || level === "warning") log.warn({ scope }, message)
  })
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {})
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }))
}
