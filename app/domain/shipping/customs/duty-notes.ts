import type { Day } from "~/domain/days/days"
import type { Cents } from "~/domain/money/money"
import type { Destination } from "~/domain/pricing/places"
import { type DutyRule, dutyRulesOf } from "~/domain/settings/duty-rules"
import type { ShopSettings } from "~/domain/settings/settings"
import { crossesBorder, customsTerritoryOf } from "./customs-territory"

interface SentGoods {
  to: Destination
  /** Without shipping */
  value: Cents
  today: Day
}

export type DutyNote = Pick<DutyRule, "sentence" | "source" | "since">

/**
 * Returns what customs may take where an order goes; nothing within the customs territory of the shop's address. A rule
 * for a value in another currency than the shop's applies to any value, because its sentence names the limit.
 */
export function dutyNotesFor(settings: ShopSettings, { to, value, today }: SentGoods): DutyNote[] {
  const { pricing } = settings
  if (!crossesBorder(pricing.home, to)) return []
  const territory = customsTerritoryOf(to)
  const applies = ({ place, since, limit }: DutyRule) => {
    if (place !== territory || since > today) return false
    if (limit === null || limit.currency !== pricing.currency) return true
    return limit.kind === "up to" ? value <= limit.amount : value > limit.amount
  }
  return dutyRulesOf(settings)
    .filter(applies)
    .map(({ sentence, source, since }) => ({ sentence, source, since }))
}
