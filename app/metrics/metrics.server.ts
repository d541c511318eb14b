import type { RequestListener } from "node:http"
import type { ServerBuild } from "@remix-run/node"
import type pg from "pg"
import { Registry } from "prom-client"
import type { Shop } from "~/domain/shop"
import type { OpenShop } from "~/open-shop.server"
import { openPool } from "~db/database.server"
import { withTimeout } from "~db/with-timeout"
import { measureProcess } from "./process-metrics.server"
import { measureRequests } from "./request-metrics.server"
import { openRouteLabels } from "./route-label.server"
import { openShopMetrics } from "./shop-metrics.server"
import { readShopState, type StateCount } from "./shop-state.server"

export interface Metrics {
  /** Includes requests that are served from the cache. */
  countRequest: RequestListener
  /** Returns Prometheus' text format within two seconds; never rejects. */
  scrape(): Promise<{ contentType: string; text: string }>
  /** `null` if the database does not respond in time */
  state(): Promise<StateCount[] | null>
  close(): Promise<void>
}

interface MetricsOptions {
  shop: Pick<Shop, "log" | "now">
  pool: pg.Pool
  clock: Pick<OpenShop["clock"], "skew">
  databaseUrl: string
  build: ServerBuild | (() => Promise<ServerBuild>)
}

const TIMEOUT = 2_000

/** Uses a separate connection, so that a busy pool can be observed. */
export function openMetrics({ shop, pool, clock, databaseUrl, build }: MetricsOptions): Metrics {
  const registry = new Registry()
  const own = openPool({
    url: databaseUrl,
    max: 1,
    statementTimeout: TIMEOUT,
    onError: (err) => shop.log.warn({ err }, "the database connection of the metrics broke"),
  })
  measureProcess(registry, pool, clock)
  const showState = openShopMetrics(registry)
  let reading: Promise<StateCount[] | null> | null = null
  const read = async () => {
    try {
      const states = readShopState(own, shop.now())
      return await withTimeout(states, TIMEOUT, () => new Error("the database takes too long"))
    } catch (err) {
      shop.log.warn({ err }, "the metrics lack the values of the database")
      return null
    }
  }
  // Concurrent callers share one query.
  const state = () => {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }
  return {
    countRequest: measureRequests(registry, openRouteLabels(build)),
    state,
    async scrape() {
      showState(await state())
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
    close: () => own.end(),
  }
}
