import type pg from "pg"
import { collectDefaultMetrics, Histogram, type Registry } from "prom-client"
import { runningPictureJobs } from "~/domain/media/run-picture-job.server"
import { version } from "../../package.json"
import { gauge } from "./gauge"

export function measureProcess(registry: Registry, pool: pg.Pool, clock: { skew: number }): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 })
  const build = gauge(registry, "counter_build_info", "The running version", ["version"])
  build.labels(version).set(1)
  gauge(registry, "counter_pictures_under_way", "Pictures being resized", [], function () {
    this.set(runningPictureJobs())
  })
  gauge(
    registry,
    "counter_clock_skew_seconds",
    "How far this machine's clock is ahead of the database's",
    [],
    function () {
      this.set(clock.skew / 1000)
    },
  )
  measurePool(registry, pool)
}

function measurePool(registry: Registry, pool: pg.Pool): void {
  gauge(registry, "counter_pool_connections", "Connections to the database", ["state"], function () {
    this.labels("idle").set(pool.idleCount)
    this.labels("busy").set(pool.totalCount - pool.idleCount)
  })
  gauge(registry, "counter_pool_connections_max", "Maximum number of connections", [], function () {
    this.set(pool.options.max)
  })
  gauge(registry, "counter_pool_waiting", "Statements waiting for a connection", [], function () {
    this.set(pool.waitingCount)
  })
  const waits = new Histogram({
    name: "counter_pool_wait_seconds",
    help: "Time spent waiting for a connection when none was idle",
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 8],
    registers: [registry],
  })
  type Connect = (callback?: (...given: unknown[]) => void) => Promise<unknown> | undefined
  const connect = pool.connect.bind(pool) as Connect
  const timed: Connect = (callback) => {
    if (pool.idleCount > 0) return connect(callback)
    const end = waits.startTimer()
    if (!callback) return connect()?.finally(end)
    return connect((...given) => {
      end()
      callback(...given)
    })
  }
  pool.connect = timed as typeof pool.connect
}
