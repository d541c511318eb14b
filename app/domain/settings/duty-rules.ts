import { z } from "zod"
import type { Day } from "~/domain/days/days"
import { toCents } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import { linesOf, type SettingsFacts } from "./settings"

/** What the customs of a place take, as a sentence for shoppers */
export interface DutyRule {
  /** `EU`, or the code of a country */
  place: string
  /** The first day on which it applies */
  since: Day
  /** The value of the goods for which it applies; null for any */
  limit: { kind: "up to" | "above"; amount: Cents; currency: string } | null
  sentence: string
  source: string
}

export const MAX_DUTY_RULES = 60
const LONGEST = { sentence: 400, source: 300 }

/** Shipped with the shop, as of 28 November 2026 */
export const shippedDutyRules = `
EU | 2026-07-01 | up to 150 EUR | Customs of the EU take €3 for each category of goods in a parcel worth up to €150, and VAT. The carrier may collect both from you at delivery. | Council Regulation (EU) 2026/382
EU | 2026-07-01 | above 150 EUR | Customs of the EU take duty by the tariff of the goods, and VAT. The carrier may collect both from you at delivery. | Regulation (EU) No 952/2013
GB | 2021-01-01 | up to 135 GBP | Customs of the United Kingdom take no duty on goods worth up to £135. | https://www.gov.uk/goods-sent-from-abroad/tax-and-duty
GB | 2021-01-01 | above 135 GBP | Customs of the United Kingdom may take duty on goods worth more than £135, and VAT. The carrier collects them from you at delivery. | https://www.gov.uk/goods-sent-from-abroad/tax-and-duty
US | 2025-08-29 | | Customs of the United States take duty on goods of any value. The carrier may collect it from you at delivery. | 19 CFR 10.151 and 145.31, after Executive Order 14324
`.trim()

/** No rules, which an empty text does not mean */
const NONE = "none"

export function dutyRulesText({ dutyRules }: Pick<SettingsFacts, "dutyRules">): string {
  if (dutyRules === NONE) return ""
  return dutyRules === "" ? shippedDutyRules : dutyRules
}

/** Returns the text to store: nothing for the shipped rules, so that they follow new releases. */
export function storedDutyRules(typed: string): string {
  const text = linesOf(typed).join("\n")
  if (text === "") return NONE
  return text === shippedDutyRules ? "" : text
}

export function dutyRulesOf(settings: Pick<SettingsFacts, "dutyRules">): DutyRule[] {
  return linesOf(dutyRulesText(settings)).flatMap((line) => {
    const rule = parseDutyRule(line)
    return typeof rule === "string" ? [] : [rule]
  })
}

/** Parses a line such as `US | 2025-08-29 | | Sentence. | Source`; returns why it is refused. */
export function parseDutyRule(line: string): DutyRule | string {
  const parts = line.split("|", 6).map((part) => part.trim())
  const [place = "", since = "", limitText = "", sentence = "", source = ""] = parts
  if (parts.length !== 5) return "Write the place, the day, the value, the sentence and the source with | between them"
  if (!/^[A-Z]{2}$/.test(place)) return "Begin with EU, or the code of a country such as US"
  if (!z.iso.date().safeParse(since).success) return "Write the day as in 2026-07-01"
  const limit = limitOf(limitText)
  if (limit === undefined) return "Write the value as in “up to 150 EUR” or “above 150 EUR”, or leave it empty"
  if (sentence === "" || sentence.length > LONGEST.sentence)
    return `Write a sentence of at most ${LONGEST.sentence} characters`
  if (source === "" || source.length > LONGEST.source) return `Name the source in at most ${LONGEST.source} characters`
  return { place, since, limit, sentence, source }
}

function limitOf(text: string): DutyRule["limit"] | undefined {
  if (text === "") return null
  const [, kind, typed = "", currency = ""] = /^(up to|above) (\d{1,9}(?:\.\d{1,2})?) ([A-Z]{3})$/.exec(text) ?? []
  const amount = toCents(typed)
  if (kind === undefined || amount === null) return undefined
  return { kind: kind as "up to" | "above", amount, currency }
}
