import { figure, markdownTable } from "../figures"
import { GATEWAY_TIME, type SaleMeasurement } from "./measure-sale.server"

/** Milliseconds at the 95th percentile, of a payment without the gateway's own time */
const AIMS = { page: 1_000, payment: 5_000, megabytes: 300 }

export function describeSale(sale: SaleMeasurement): string {
  const { processes, visitors, buyers, units, seconds, audit } = sale
  const reasons = Object.entries(sale.without).map(([reason, count]) => `${count} ${reason}`)
  const cores = sale.shops.map(({ processor }) => processor.toFixed(2)).join(" + ")
  const waits = sale.shops.map((shop) => `${shop.poolWaits} (${shop.longPoolWaits} above 0.1 s)`).join(" + ")
  const memory = sale.shops.map((shop) => (shop.memory === null ? "?" : Math.round(shop.memory))).join(" + ")
  const lines = [
    `${visitors} visitors, ${buyers} buyers, three times ${units} units, ${seconds.toFixed(0)} s, processes: ${processes}.`,
    `Orders: ${audit.orders}, ${sale.orders} of them seen by their buyers. Units sold: ${audit.soldUnits.join(", ")}; oversold: ${audit.oversold}.`,
    `Broken invariants: ${audit.violations.join("; ") || "none"}. Went without: ${reasons.join(", ") || "nobody"}.`,
    `503 with Retry-After: ${sale.unavailable}; failures: ${sale.failures}.`,
    `Cores of the shop: ${cores}, of the visitors: ${sale.load.toFixed(2)}. Memory at its peak: ${memory} MB. Waits for a connection: ${waits}.`,
    `Missed: ${missedAims(sale).join(", ") || "nothing"}.`,
  ]
  return `\n${lines.join("\n")}\n\n${requestTable(sale)}\n`
}

export function missedAims({ requests, failures, shops, audit }: SaleMeasurement): string[] {
  const slow = requests.filter(({ kind, p95 }) => p95 > (kind === "payment" ? AIMS.payment + GATEWAY_TIME : AIMS.page))
  return [
    ...slow.map(({ kind, p95 }) => `${kind} p95 ${figure(p95)} ms`),
    ...(failures > 0 ? [`${failures} failures`] : []),
    ...(shops.some(({ memory }) => (memory ?? 0) > AIMS.megabytes) ? ["memory"] : []),
    ...(audit.oversold > 0 || audit.violations.length > 0 ? ["books"] : []),
  ]
}

function requestTable({ requests }: SaleMeasurement): string {
  const rows = requests.map(({ kind, count, p50, p95, p99, statuses }) => {
    const outcomes = Object.entries(statuses).map(([status, times]) => `${times} × ${status}`)
    return [kind, String(count), figure(p50), figure(p95), figure(p99), outcomes.join(", ")]
  })
  return markdownTable(
    [`request (a payment with ${GATEWAY_TIME} ms of the gateway)`, "", "p50", "p95", "p99 ms", ""],
    rows,
  )
}
