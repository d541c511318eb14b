import type { Registry } from "prom-client"
import { gauge } from "./gauge"
import type { StateCount } from "./shop-state.server"

/** What counts and ages are called: the metric that counts, its description, and the same of the oldest one's age in seconds. */
const METRICS = {
  jobs: ["jobs", "Jobs in the queue", "jobs_oldest", "Since when the oldest job has been due or under way"],
  mails: ["mails", "Mails in the outbox that were not sent", "mails_oldest", "Age of the oldest mail"],
  payments: ["payments", "Payments under way", "payments_oldest", "Age of the oldest payment under way"],
  unsettled: [
    "payments_unsettled",
    "Payments that are open beyond their time",
    "payments_unsettled",
    "How far the oldest payment is beyond its time",
  ],
  refunds: ["refunds", "Refunds that have not arrived", "refunds_oldest", "Age of the oldest refund"],
  holds: ["holds", "Checkouts that hold units"],
  incidents: ["incidents", "What waits for an administrator", "incidents_oldest", "Age of the oldest incident"],
  "recent-payments": ["payments_last_hour", "Payments opened in the last hour"],
  "recent-refunds": ["refunds_last_hour", "Refunds asked for in the last hour"],
} as const satisfies Record<StateCount["kind"], readonly string[]>

/** Shows the shop's state in the database, the same in every process of one database; null when the database did not say. */
export function openShopMetrics(registry: Registry): (states: StateCount[] | null) => void {
  const up = gauge(registry, "counter_database_up", "Whether the database told in time how the shop stands", [])
  const gauges = new Map(
    Object.entries(METRICS).map(([kind, [name, help, oldest, helpOfAge]]) => [
      kind,
      {
        count: gauge(registry, `counter_${name}`, help, ["state"]),
        age: oldest ? gauge(registry, `counter_${oldest}_seconds`, helpOfAge, ["state"]) : null,
      },
    ]),
  )
  return (states) => {
    // No old numbers are shown.
    for (const { count, age } of gauges.values()) for (const one of [count, age]) one?.reset()
    up.set(states ? 1 : 0)
    for (const { kind, state, count, oldest } of states ?? []) {
      gauges.get(kind)?.count.labels(state).set(count)
      gauges.get(kind)?.age?.labels(state).set(oldest)
    }
  }
}
