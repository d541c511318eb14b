import { hostname } from "node:os"
import type { Logger } from "pino"
import { describeSkew, isWrong, stopsWork } from "~/domain/dashboard/clock-skew"
import { recordClock } from "~/domain/dashboard/wrong-clocks.server"
import { MINUTE } from "~/domain/durations"
import type { Shop } from "~/domain/shop"
import type { DatabaseClock } from "~db/database-clock.server"

type Measured = Pick<DatabaseClock, "skew" | "onMeasure">

const REPEATED_AFTER = 10 * MINUTE

/** Logs when the machine's clock gets wrong or right, and from time to time while it is wrong. */
export function logSkew(clock: Measured, log: Logger): void {
  let last: { state: string; at: number } = { state: "right", at: 0 }
  const report = () => {
    const { skew } = clock
    const state = stopsWork(skew) ? "stopped" : isWrong(skew) ? "wrong" : "right"
    const isDue = state !== "right" && performance.now() - last.at > REPEATED_AFTER
    if (state === last.state && !isDue) return
    last = { state, at: performance.now() }
    const fields = { skewMs: skew }
    if (state === "right") return log.info(fields, "the clock of this machine agrees with the database’s again")
    const consequence = state === "stopped" ? "; this process does no background work until the clock is right" : ""
    log.warn(fields, `the clock of this machine is ${describeSkew(skew)}${consequence}`)
  }
  report()
  clock.onMeasure(report)
}

export const processName = `${hostname()} (process ${process.pid})`

/** Shows a wrong clock under *Attention*. */
export function recordSkew({ shop, clock }: { shop: Shop; clock: Measured }): { forget(): Promise<void> } {
  let recorded = true
  let writing: Promise<void> | null = null
  const record = () => {
    const { skew } = clock
    if (writing || (!isWrong(skew) && !recorded)) return
    writing = recordClock(shop, { process: processName, skew })
      .then(() => {
        recorded = isWrong(skew)
      })
      .catch((err) => shop.log.warn({ err }, "the state of this machine's clock could not be recorded"))
      .finally(() => {
        writing = null
      })
  }
  record()
  clock.onMeasure(record)
  return {
    async forget() {
      await writing
      if (recorded) await recordClock(shop, { process: processName, skew: 0 }).catch(() => {})
    },
  }
}
