import { z } from "zod"
import { addDays } from "~/domain/days/calendar"
import type { Day } from "~/domain/days/days"
import { codeText } from "~/domain/text/code-text"

/** A quarter such as `2026-Q3`; invalid ones count as absent. */
const Quarter = codeText(20, "", "")
  .regex(/^20\d\d-Q[1-4]$/)
  .catch("")
  .default("")

export const OssFilter = z.object({ quarter: Quarter })
export type OssFilter = z.output<typeof OssFilter>

export function quarterOf(day: Day): string {
  return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
}

/** Returns the first and the last day. */
export function daysOfQuarter(quarter: string): { from: Day; to: Day } {
  const [year, number] = [Number(quarter.slice(0, 4)), Number(quarter.slice(6))]
  const first = (of: number) =>
    `${year + Math.floor((of - 1) / 4)}-${String(((of - 1) % 4) * 3 + 1).padStart(2, "0")}-01`
  return { from: first(number), to: addDays(first(number + 1), -1) }
}

/** Returns the newest quarters that have ended, the last one first. */
export function endedQuarters(today: Day, count: number): string[] {
  const quarters: string[] = []
  for (let day = today; quarters.length < count; ) {
    day = addDays(daysOfQuarter(quarterOf(day)).from, -1)
    quarters.push(quarterOf(day))
  }
  return quarters
}
