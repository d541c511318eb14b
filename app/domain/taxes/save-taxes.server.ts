import type { Staff } from "~/domain/accounts/actor"
import { requireProof } from "~/domain/accounts/proof"
import type { Place } from "~/domain/pricing/places"
import type { PricingRules, TaxRate, TaxRules } from "~/domain/pricing/rules"
import { changeRules } from "~/domain/settings/change-rules.server"
import { formatPlace, parsePlace } from "~/domain/shipping/zones/place-lines.server"
import type { Shop, Tx } from "~/domain/shop"
import { invalid, notFound } from "~/domain/shop-error"
import { type RateForm, rateRecord } from "./tax-forms"
import { classesWithRates, MAX_RATES, rateKey } from "./tax-rate"

export type TaxEditor = Staff<"taxes.edit">

export function rateTexts(rate: TaxRate) {
  return rateRecord.textsOf({ ...rate, place: formatPlace(rate.place) })
}

/** @throws ShopError `notFound` */
export function findRate({ taxes }: Pick<PricingRules, "taxes">, key: string): TaxRate {
  const rate = taxes.rates.find((rate) => rateKey(rate) === key)
  if (!rate) throw notFound("There is no such rate")
  return rate
}

/** Returns the new version. `key` null adds a rate. */
export async function saveRate(
  shop: Shop,
  staff: TaxEditor,
  key: string | null,
  typed: RateForm,
): Promise<number | null> {
  requireProof(shop, staff, "taxes.change")
  const place = placeOfRate(typed.place)
  const { snapshot, formKey: _, ...terms } = typed
  const saved: TaxRate = { ...terms, place }
  return changeTaxes(shop, staff, {
    snapshot,
    what: "rate",
    textsOf: (taxes) => textsOfRate(taxes, key),
    auditOf: (before, after) => [textsOfRate(before, key), textsOfRate(after, rateKey(saved))],
    edit: (taxes) => {
      if (!classesWithRates(taxes).includes(saved.taxClass)) throw invalid("Choose a tax class", "taxClass")
      const at = key === null ? taxes.rates.length : taxes.rates.findIndex((other) => rateKey(other) === key)
      if (at < 0) throw notFound("There is no such rate")
      if (taxes.rates.some((other, place) => place !== at && rateKey(other) === rateKey(saved)))
        throw invalid("There is already a rate with this name, class and date for this place", "place")
      if (at >= MAX_RATES)
        throw invalid(`A shop has at most ${MAX_RATES.toLocaleString("en-US")} rates: delete one first`)
      return { ...taxes, rates: taxes.rates.toSpliced(at, 1, saved) }
    },
  })
}

/** @throws ShopError `invalid` */
export function placeOfRate(typed: string): Place {
  const place = parsePlace(typed)
  if (typeof place === "string") throw invalid(`${place.charAt(0).toUpperCase()}${place.slice(1)}`, "place")
  return place
}

export async function deleteRate(shop: Shop, staff: TaxEditor, key: string): Promise<number | null> {
  requireProof(shop, staff, "taxes.change")
  return changeTaxes(shop, staff, {
    snapshot: null,
    what: "rate",
    textsOf: (taxes) => textsOfRate(taxes, key),
    edit: (taxes) => {
      const rate = findRate({ taxes }, key)
      return { ...taxes, rates: taxes.rates.filter((other) => other !== rate) }
    },
  })
}

interface TaxesEdit {
  snapshot: number | null
  what: string
  textsOf: (taxes: TaxRules) => Record<string, string>
  auditOf?: (before: TaxRules, after: TaxRules) => [Record<string, string>, Record<string, string>]
  edit: (taxes: TaxRules, tx: Tx) => TaxRules | Promise<TaxRules>
}

export function changeTaxes(shop: Shop, staff: TaxEditor, { textsOf, auditOf, edit, ...change }: TaxesEdit) {
  return changeRules(shop, staff, {
    event: "taxes.updated",
    ...change,
    textsOf: ({ taxes }) => textsOf(taxes),
    auditOf: auditOf && ((before, after) => auditOf(before.taxes, after.taxes)),
    edit: async (rules, _newest, tx) => ({ ...rules, taxes: await edit(rules.taxes, tx) }),
  })
}

function textsOfRate({ rates }: TaxRules, key: string | null): Record<string, string> {
  const rate = rates.find((rate) => rateKey(rate) === key)
  return rate ? rateTexts(rate) : {}
}
