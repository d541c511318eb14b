import { randomBytes } from "node:crypto"
import { sql } from "kysely"
import { describeSkew, isWrong, stopsWork } from "~/domain/dashboard/clock-skew"
import type { Shop } from "~/domain/shop"
import type { Database } from "~db/database.server"
import { SERVER_STATE } from "~db/database-servers.server"
import { ReadOnlyServerError, type ServerState } from "~db/read-only-server-error"
import { withTimeout } from "~db/with-timeout"
import { version } from "../../package.json"
import type { Metrics } from "./metrics.server"
import type { StateCount } from "./shop-state.server"

interface PartHealth {
  ok: boolean
  milliseconds?: number
  reason?: string
}

interface Health {
  /** Determined by the database alone */
  ready: boolean
  version: string
  parts: Record<"database" | "pictures" | "payments" | "jobs" | "mails" | "refunds" | "clock", PartHealth>
}

const TIMEOUT = 3_000
/** Seconds above which a wait is unusual */
const OVERDUE = { jobs: 300, mails: 900, unsettled: 900, refunds: 3_600 }

/** Requests missing objects from store and gateway; mails are judged by their queue. */
export async function checkHealth(shop: Shop, metrics: Pick<Metrics, "state">, skew: number): Promise<Health> {
  const nothing = randomBytes(12).toString("hex")
  const [states, database, pictures, payments] = await Promise.all([
    metrics.state(),
    probe(() => assertWritable(shop.db)),
    probe(() => shop.media.get(`probe-${nothing}`)),
    probe(() => shop.payments.find(`pi_probe${nothing}`)),
  ])
  const age = ageIn(states ?? [])
  const parts = {
    database: states || !database.ok ? database : { ok: false, reason: "The database does not respond" },
    pictures,
    payments: worst(payments, overdue("The oldest payment is overdue by", age("unsettled"), OVERDUE.unsettled)),
    jobs: overdue("The oldest job has waited for", age("jobs", "ready"), OVERDUE.jobs),
    mails: overdue("The oldest email has waited for", age("mails", "waiting"), OVERDUE.mails),
    refunds: overdue("The oldest refund has waited for", age("refunds", "requested"), OVERDUE.refunds),
    clock: clockHealth(skew),
  }
  return { ready: parts.database.ok, version, parts }
}

/** @throws ReadOnlyServerError for a server that cannot take orders */
export async function assertWritable(db: Database): Promise<void> {
  const { rows } = await sql.raw<ServerState>(SERVER_STATE).execute(db)
  const [state] = rows
  if (state?.isReadOnly) throw new ReadOnlyServerError("the address of the shop", state)
}

async function probe(ask: () => Promise<unknown>): Promise<PartHealth> {
  const began = performance.now()
  try {
    await withTimeout(ask(), TIMEOUT, () => new Error(`no answer within ${TIMEOUT} ms`))
    return { ok: true, milliseconds: Math.round(performance.now() - began) }
  } catch (error) {
    return { ok: false, reason: (error as Error).message }
  }
}

function ageIn(states: StateCount[]) {
  return (kind: StateCount["kind"], state?: string): number =>
    Math.max(
      0,
      ...states.filter((one) => one.kind === kind && (!state || one.state === state)).map((one) => one.oldest),
    )
}

function overdue(sentence: string, age: number, most: number): PartHealth {
  return age > most ? { ok: false, reason: `${sentence} ${Math.round(age)} seconds` } : { ok: true }
}

function clockHealth(skew: number): PartHealth {
  if (!isWrong(skew)) return { ok: true }
  const consequence = stopsWork(skew) ? ", and this process does no background work" : ""
  return { ok: false, reason: `The clock of this machine is ${describeSkew(skew)}${consequence}` }
}

function worst(one: PartHealth, other: PartHealth): PartHealth {
  return one.ok ? { ...one, ...other } : one
}
