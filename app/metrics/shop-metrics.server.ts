import type { Registry } from "prom-client"
import type { Payment } from "~/domain/payments/payment"
import { gauge } from "./gauge"
import type { StateCount } from "./shop-state.server"

interface Metric {
  name: string
  help: string
  /** The gauge of the oldest entry's age in seconds */
  age?: { name: string; help: string }
  /** States that are 0 if they have no entries */
  states: readonly string[]
}

const METRICS: Record<StateCount["kind"], Metric> = {
  jobs: {
    name: "jobs",
    help: "Jobs in the queue",
    age: { name: "jobs_oldest", help: "Since when the oldest job has been due or under way" },
    states: ["ready", "running", "scheduled", "failed"],
  },
  mails: {
    name: "mails",
    help: "Emails in the outbox that are not sent yet",
    age: { name: "mails_oldest", help: "Age of the oldest mail" },
    states: ["waiting", "failed"],
  },
  payments: {
    name: "payments",
    help: "Payments under way",
    age: { name: "payments_oldest", help: "Age of the oldest payment under way" },
    states: ["open"],
  },
  unsettled: {
    name: "payments_unsettled",
    help: "Open payments that are overdue",
    age: { name: "payments_unsettled", help: "Time by which the oldest payment is overdue" },
    states: ["overdue"],
  },
  refunds: {
    name: "refunds",
    help: "Refunds that are not completed",
    age: { name: "refunds_oldest", help: "Age of the oldest refund" },
    states: ["requested", "failed"],
  },
  holds: { name: "holds", help: "Checkouts that hold units", states: ["live", "expired"] },
  incidents: {
    name: "incidents",
    help: "Incidents that need an administrator",
    age: { name: "incidents_oldest", help: "Age of the oldest incident" },
    states: ["open"],
  },
  "recent-payments": {
    name: "payments_last_hour",
    help: "Payments opened in the last hour",
    states: ["open", "cancelled", "succeeded"] satisfies Payment["status"][],
  },
  "recent-refunds": {
    name: "refunds_last_hour",
    help: "Refunds asked for in the last hour",
    states: ["requested", "failed", "succeeded"],
  },
}

/** Receives `null` if the database did not respond. */
export function openShopMetrics(registry: Registry): (counts: StateCount[] | null) => void {
  const up = gauge(registry, "counter_database_up", "Whether the database returned these figures in time", [])
  const gauges = new Map(
    Object.entries(METRICS).map(([kind, { name, help, age, states }]) => [
      kind,
      {
        count: gauge(registry, `counter_${name}`, help, ["state"]),
        age: age ? gauge(registry, `counter_${age.name}_seconds`, age.help, ["state"]) : null,
        states,
      },
    ]),
  )
  return (counts) => {
    up.set(counts ? 1 : 0)
    for (const { count, age, states } of gauges.values()) {
      for (const one of [count, age]) {
        one?.reset()
        if (counts) for (const state of states) one?.labels(state).set(0)
      }
    }
    for (const { kind, state, count, oldest } of counts ?? []) {
      gauges.get(kind)?.count.labels(state).set(count)
      gauges.get(kind)?.age?.labels(state).set(oldest)
    }
  }
}
