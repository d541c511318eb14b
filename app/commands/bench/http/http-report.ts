import { figure, markdownTable } from "../markdown-table"
import type { HttpMeasurement } from "./measure-http.server"
import { peers } from "./scenarios"

/** The table of what was measured with one number of clients, as Markdown. */
export function httpReport(measurements: readonly HttpMeasurement[]): string {
  const header = ["", "req/s", "× hello", "× peer", "p50", "p95", "p99 ms", "processor ms", "kB", "kept"]
  const rows = measurements.map((one) => [
    one.name + (one.unexpected > 0 ? ` (**${one.unexpected} not as expected**)` : ""),
    Math.round(one.perSecond).toLocaleString("en-US"),
    one.ofHello.toFixed(2),
    one.ofPeer?.toFixed(2) ?? "",
    figure(one.p50),
    figure(one.p95),
    figure(one.p99),
    one.processor === null ? "–" : one.processor.toFixed(2),
    (one.bytes / 1000).toFixed(1),
    isPeer(one.name) ? "" : `${Math.round(one.kept * 100)} %`,
  ])
  return markdownTable(header, rows)
}

function isPeer(name: string): boolean {
  return Object.values<string>(peers).includes(name)
}
