import type { TaxRate, TaxRules } from "~/domain/pricing/rules"
import { formatPlace } from "~/domain/shipping/zones/place-lines.server"
import { compareNames } from "~/domain/text/compare-names"
import { textKey } from "~/domain/text/text-key"
import { percentText, rateKey, taxClassName } from "./tax-rate"

export interface RateChanges {
  added: TaxRate[]
  changed: { before: TaxRate; after: TaxRate }[]
  removed: TaxRate[]
  same: number
  /** All rates after the change */
  rates: TaxRate[]
}

/** Rates missing from the file are kept, unless it replaces all. */
export function rateChanges(rates: readonly TaxRate[], file: readonly TaxRate[], replaces: boolean): RateChanges {
  const incoming = new Map(file.map((rate) => [rateKey(rate), rate]))
  const known = new Set(rates.map(rateKey))
  const kept = rates.filter((rate) => !replaces || incoming.has(rateKey(rate)))
  const added = file.filter((rate) => !known.has(rateKey(rate)))
  const pairs = rates.flatMap((before) => {
    const after = incoming.get(rateKey(before))
    return after ? [{ before, after }] : []
  })
  const changed = pairs.filter(({ before, after }) => rateLine(before) !== rateLine(after))
  return {
    added,
    changed,
    removed: rates.filter((rate) => !kept.includes(rate)),
    same: kept.length - changed.length,
    rates: [...kept.map((rate) => incoming.get(rateKey(rate)) ?? rate), ...added],
  }
}

/** A line such as `Germany: VAT 19 %, Standard` */
export function rateLine({ place, name, rate, taxClass, from, onShipping }: TaxRate): string {
  const parts = [`${name} ${percentText(rate)} %`, taxClassName(taxClass), from && `from ${from}`]
  return `${formatPlace(place)}: ${[...parts, onShipping ? "" : "not on shipping"].filter(Boolean).join(", ")}`
}

/** Only the differing lines */
export function auditOfRates(
  { rates: before }: TaxRules,
  { rates: after }: TaxRules,
): [Record<string, string>, Record<string, string>] {
  const [lines, linesAfter] = [before.map(rateLine), after.map(rateLine)]
  const [known, knownAfter] = [new Set(lines), new Set(linesAfter)]
  return [
    { rates: lines.filter((line) => !knownAfter.has(line)).join("\n") },
    { rates: linesAfter.filter((line) => !known.has(line)).join("\n") },
  ]
}

/** Sorts by place and name. */
export function findRates(rates: readonly TaxRate[], search: string): TaxRate[] {
  const wanted = textKey(search)
  const lines = rates.map((rate) => ({ rate, line: rateLine(rate) }))
  const found = lines.filter(({ line }) => textKey(line).includes(wanted))
  return found.sort((one, other) => compareNames(one.line, other.line)).map(({ rate }) => rate)
}
