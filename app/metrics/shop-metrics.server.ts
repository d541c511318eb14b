import { Gauge, type Registry } from "prom-client"
import type { StateCount } from "./shop-state.server"

/** What the shop's state in the database is called in the metrics; the same in every process of one database. */
export class ShopMetrics {
  readonly #counts: Record<StateCount["kind"], Gauge<string>>
  readonly #ages: Partial<Record<StateCount["kind"], Gauge<string>>>
  readonly #up: Gauge<string>

  constructor(registry: Registry) {
    const gauge = (name: string, help: string, labelNames: string[] = ["state"]) =>
      new Gauge({ name, help, labelNames, registers: [registry] })
    this.#up = gauge("counter_database_up", "Whether the database told in time how the shop stands", [])
    this.#counts = {
      jobs: gauge("counter_jobs", "Jobs in the queue"),
      mails: gauge("counter_mails", "Mails in the outbox that were not sent"),
      payments: gauge("counter_payments", "Payments under way"),
      unsettled: gauge("counter_payments_unsettled", "Payments that are open beyond their time"),
      refunds: gauge("counter_refunds", "Refunds that have not arrived"),
      holds: gauge("counter_holds", "Checkouts that hold units"),
      incidents: gauge("counter_incidents", "What waits for an administrator"),
      "recent-payments": gauge("counter_payments_last_hour", "Payments opened in the last hour"),
      "recent-refunds": gauge("counter_refunds_last_hour", "Refunds asked for in the last hour"),
    }
    this.#ages = {
      jobs: gauge("counter_jobs_oldest_seconds", "Since when the oldest job has been due or under way"),
      mails: gauge("counter_mails_oldest_seconds", "Age of the oldest mail"),
      payments: gauge("counter_payments_oldest_seconds", "Age of the oldest payment under way"),
      unsettled: gauge("counter_payments_unsettled_seconds", "How far the oldest payment is beyond its time"),
      refunds: gauge("counter_refunds_oldest_seconds", "Age of the oldest refund"),
      incidents: gauge("counter_incidents_oldest_seconds", "Age of the oldest incident"),
    }
  }

  /** @param states null when the database did not tell: then no old numbers are shown */
  show(states: StateCount[] | null): void {
    for (const gauge of [...Object.values(this.#counts), ...Object.values(this.#ages)]) gauge.reset()
    this.#up.set(states ? 1 : 0)
    for (const { kind, state, count, oldest } of states ?? []) {
      this.#counts[kind].labels(state).set(count)
      this.#ages[kind]?.labels(state).set(oldest)
    }
  }
}
