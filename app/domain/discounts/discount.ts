import { dayAndMonth, longDay, yearOf } from "~/domain/days/calendar"
import type { Day } from "~/domain/days/days"
import type { Cents } from "~/domain/money/money"
import { cleanCode } from "~/domain/text/clean-code"
import { textKey } from "~/domain/text/text-key"

export const discountKinds = ["percent", "amount", "shipping"] as const
type DiscountKind = (typeof discountKinds)[number]

export const discountKindNames: Record<DiscountKind, string> = {
  percent: "Per cent",
  amount: "An amount",
  shipping: "Free shipping",
}

export interface DiscountRule {
  id: string
  /** Shown on bills */
  name: string
  /** In capitals; null is automatic. */
  code: string | null
  kind: DiscountKind
  /** Millionths; null unless it is the kind */
  percent: number | null
  amount: Cents | null
  /** Keys; without these and `products`, the whole order */
  categories: readonly string[]
  products: readonly string[]
  goodsFrom: Cents | null
  unitsFrom: number | null
  /** Ids; empty is everywhere. */
  zones: readonly string[]
  firstOrder: boolean
  startsAt: Date | null
  endsAt: Date | null
  maxUses: number | null
  maxUsesPerPerson: number | null
  stoppedAt: Date | null
}

const discountStatuses = ["running", "planned", "used-up", "ended", "stopped"] as const
export type DiscountStatus = (typeof discountStatuses)[number]

export const discountStatusNames: Record<DiscountStatus, string> = {
  running: "Running",
  planned: "Planned",
  "used-up": "Used up",
  ended: "Ended",
  stopped: "Stopped",
}

type Limited = Pick<DiscountRule, "startsAt" | "endsAt" | "stoppedAt" | "maxUses">

export function discountStatus({ startsAt, endsAt, stoppedAt, maxUses }: Limited, uses: number, now: Date) {
  const status = (name: DiscountStatus) => name
  if (stoppedAt !== null) return status("stopped")
  if (endsAt !== null && endsAt <= now) return status("ended")
  if (maxUses !== null && uses >= maxUses) return status("used-up")
  return startsAt !== null && startsAt > now ? status("planned") : status("running")
}

/** A discount on a first order has one use. */
export function usesPerPerson({ maxUsesPerPerson, firstOrder }: Pick<DiscountRule, "maxUsesPerPerson" | "firstOrder">) {
  return firstOrder ? 1 : maxUsesPerPerson
}

/** Letters of any script with their marks, digits, hyphens and underscores */
export const CODE_CHARACTER = /^[\p{L}\p{M}\p{Nd}_-]$/u
const CODE_LENGTH = { least: 3, most: 40 }

/** Ignores case, and what is pasted along; returns null for what cannot be a code. Stored and compared as it is returned. */
export function normalizeCode(typed: string): string | null {
  const code = textKey(cleanCode(typed.slice(0, 200)))
    .toUpperCase()
    .normalize("NFC")
  const characters = [...code]
  const isLongEnough = characters.length >= CODE_LENGTH.least && characters.length <= CODE_LENGTH.most
  return isLongEnough && characters.every((character) => CODE_CHARACTER.test(character)) ? code : null
}

/** Such as `24 December`, with the year unless it is this one */
export function formatDay(day: Day, today: Day): string {
  return yearOf(day) === yearOf(today) ? dayAndMonth(day) : longDay(day)
}
