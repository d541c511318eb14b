import { dayAndMonth, longDay, yearOf } from "~/domain/days/calendar"
import type { Day } from "~/domain/days/days"
import { cleanCode } from "~/domain/text/clean-code"
import { textKey } from "~/domain/text/text-key"

export const discountKindNames = {
  percent: "Percentage",
  amount: "Fixed amount",
  shipping: "Free shipping",
} as const

const discountStatuses = ["running", "planned", "used-up", "ended", "stopped"] as const
export type DiscountStatus = (typeof discountStatuses)[number]

export const discountStatusNames: Record<DiscountStatus, string> = {
  running: "Active",
  planned: "Scheduled",
  "used-up": "Used up",
  ended: "Ended",
  stopped: "Stopped",
}

interface Limited {
  startsAt: Date | null
  endsAt: Date | null
  stoppedAt: Date | null
  maxUses: number | null
}

interface LimitedPerPerson {
  maxUsesPerPerson: number | null
  firstOrder: boolean
}

export function discountStatus({ startsAt, endsAt, stoppedAt, maxUses }: Limited, uses: number, now: Date) {
  const status = (name: DiscountStatus) => name
  if (stoppedAt !== null) return status("stopped")
  if (endsAt !== null && endsAt <= now) return status("ended")
  if (maxUses !== null && uses >= maxUses) return status("used-up")
  return startsAt !== null && startsAt > now ? status("planned") : status("running")
}

/** Returns the limit for each customer; a first-order discount has one use. */
export function usesPerPerson({ maxUsesPerPerson, firstOrder }: LimitedPerPerson) {
  return firstOrder ? 1 : maxUsesPerPerson
}

/** A letter of any script or its mark, a digit, a hyphen or an underscore */
export const CODE_CHARACTER = /^[\p{L}\p{M}\p{Nd}_-]$/u
const CODE_LENGTH = { least: 3, most: 40 }

/** Returns a code as it is stored and compared, without case and pasted extras; null if it is not a code. */
export function normalizeCode(typed: string): string | null {
  const code = textKey(cleanCode(typed.slice(0, 200)))
    .toUpperCase()
    .normalize("NFC")
  const characters = [...code]
  const isLongEnough = characters.length >= CODE_LENGTH.least && characters.length <= CODE_LENGTH.most
  return isLongEnough && characters.every((character) => CODE_CHARACTER.test(character)) ? code : null
}

/** Formats a day such as `24 December`, with the year unless it is the current one. */
export function formatDay(day: Day, today: Day): string {
  return yearOf(day) === yearOf(today) ? dayAndMonth(day) : longDay(day)
}
