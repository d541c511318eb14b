import type { RequestListener } from "node:http"
import { Histogram, type Registry } from "prom-client"

/** Seconds */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** Labels are the route as in the map, the method, and the status or `aborted`. */
export function measureRequests(registry: Registry, routeLabel: (url: string) => string): RequestListener {
  const histogram = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of HTTP requests",
    labelNames: ["route", "method", "status"] as const,
    buckets: BUCKETS,
    registers: [registry],
  })
  // Looking up the series of three labels costs more than counting.
  const series = new Map<string, ReturnType<typeof histogram.labels>>()
  const seriesOf = (route: string, method: string, status: string) => {
    const name = `${method} ${status} ${route}`
    const known = series.get(name)
    if (known) return known
    const made = histogram.labels(route, method, status)
    series.set(name, made)
    return made
  }
  return (request, response) => {
    const began = performance.now()
    // Handlers may change both during the request.
    const { url = "/", method: asked = "" } = request
    const method = METHODS.has(asked) ? asked : "other"
    response.on("close", () => {
      const status = response.writableFinished ? String(response.statusCode) : "aborted"
      seriesOf(routeLabel(url), method, status).observe((performance.now() - began) / 1000)
    })
  }
}
