import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { changeRules } from "~/domain/settings/change-rules.server"
import { findRules, type SavedRules } from "~/domain/settings/pricing-versions.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, invalid, notFound } from "~/domain/shop-error"
import type { TaxRate, TaxRules } from "../pricing/rules"
import { formatPlace, parsePlace } from "../shipping/zones/place-lines.server"
import { pluralize } from "../text/pluralize"
import { auditOfRates } from "./rate-changes.server"
import type { PricesForm, RateForm } from "./tax-forms"
import { classesWithRates, MAX_RATES, percentText, rateKey } from "./tax-rate"

export type TaxEditor = Staff<"taxes.edit">

export function rateTexts(
  rate: TaxRate,
): Record<"place" | "name" | "rate" | "taxClass" | "from" | "onShipping", string> {
  const { place, name, taxClass, from, onShipping } = rate
  return {
    place: formatPlace(place),
    name,
    rate: percentText(rate.rate),
    taxClass,
    from: from ?? "",
    onShipping: onShipping ? "on" : "",
  }
}

/** @throws ShopError `notFound` */
export function findRate({ taxes }: Pick<SavedRules, "taxes">, key: string): TaxRate {
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
  const place = parsePlace(typed.place)
  if (typeof place === "string") throw invalid(`${place.charAt(0).toUpperCase()}${place.slice(1)}`, "place")
  const { name, rate, taxClass, from, onShipping } = typed
  const saved: TaxRate = { place, name, rate, taxClass, from: from || null, onShipping }
  return changeTaxes(shop, staff, {
    opened: typed.version,
    what: "rate",
    textsOf: (taxes) => textsOfRate(taxes, key),
    auditOf: (before, after) => [textsOfRate(before, key), textsOfRate(after, rateKey(saved))],
    edit: (taxes) => {
      if (!classesWithRates(taxes).includes(taxClass)) throw invalid("Choose a class of products", "taxClass")
      const at = key === null ? taxes.rates.length : taxes.rates.findIndex((other) => rateKey(other) === key)
      if (at < 0) throw notFound("There is no such rate")
      if (taxes.rates.some((other, place) => place !== at && rateKey(other) === rateKey(saved)))
        throw invalid("There is a rate of this name, class and day for this place already", "place")
      if (at >= MAX_RATES) throw invalid(`A shop has at most ${MAX_RATES.toLocaleString("en-US")} rates`)
      return { ...taxes, rates: taxes.rates.toSpliced(at, 1, saved) }
    },
  })
}

export async function deleteRate(shop: Shop, staff: TaxEditor, key: string): Promise<number | null> {
  return changeTaxes(shop, staff, {
    opened: null,
    what: "rate",
    textsOf: (taxes) => textsOfRate(taxes, key),
    edit: (taxes) => {
      const rate = findRate({ taxes }, key)
      return { ...taxes, rates: taxes.rates.filter((other) => other !== rate) }
    },
  })
}

const CLASS = "class:"

export function pricesTexts({
  included,
  shipping,
  classes,
}: TaxRules): Record<"included" | "shipping" | "classes", string> {
  return {
    included: included ? "with" : "without",
    shipping: typeof shipping === "string" ? shipping : `${CLASS}${shipping.taxClass}`,
    classes: classes.join("\n"),
  }
}

export function shippingChoices(taxes: TaxRules): string[] {
  return ["none", "like-goods", ...classesWithRates(taxes).map((taxClass) => `${CLASS}${taxClass}`)]
}

export async function savePrices(shop: Shop, staff: TaxEditor, typed: PricesForm): Promise<number | null> {
  const { included, shipping, classes } = typed
  return changeTaxes(shop, staff, {
    opened: typed.version,
    what: "part of the taxes",
    textsOf: pricesTexts,
    edit: async (taxes, tx) => {
      await assertUnused(tx, taxes, classes)
      const changed = { ...taxes, classes, included: included === "with" }
      if (!shippingChoices(changed).includes(shipping)) throw invalid("Choose how shipping is taxed", "shipping")
      const isClass = shipping.startsWith(CLASS)
      return { ...changed, shipping: isClass ? { taxClass: shipping.slice(CLASS.length) } : (shipping as "none") }
    },
  })
}

/** Takes the last change of taxes back: what `version` has saved. */
export async function undoTaxes(shop: Shop, staff: TaxEditor, version: number): Promise<void> {
  await changeRules(shop, staff, {
    event: "taxes.updated",
    what: "part of the taxes",
    opened: null,
    textsOf: ({ taxes }) => pricesTexts(taxes),
    auditOf: ({ taxes: before }, { taxes: after }) => {
      const [rates, ratesAfter] = auditOfRates(before, after)
      return [
        { ...pricesTexts(before), ...rates },
        { ...pricesTexts(after), ...ratesAfter },
      ]
    },
    edit: async (rules, newest, tx) => {
      if (newest.version !== version || version === 0)
        throw conflict("This cannot be undone: somebody has changed the rules of prices since")
      const { taxes } = await findRules(tx, version - 1)
      await assertUnused(tx, rules.taxes, taxes.classes)
      return { ...rules, taxes }
    },
  })
}

export interface TaxesEdit {
  opened: number | null
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

/** @throws ShopError `invalid` if products or rates are of a class that would go */
async function assertUnused(tx: Tx, before: TaxRules, classes: readonly string[]): Promise<void> {
  const gone = before.classes.filter((taxClass) => !classes.includes(taxClass))
  if (gone.length === 0) return
  const { rates, shipping } = before
  const used = gone.find((taxClass) => rates.some((rate) => rate.taxClass === taxClass))
  if (used !== undefined) throw invalid(`There are rates of the class “${used}”: delete them first`, "classes")
  const ofShipping = typeof shipping === "string" ? null : shipping.taxClass
  if (ofShipping !== null && gone.includes(ofShipping))
    throw invalid(`Shipping is taxed by the class “${ofShipping}”`, "classes")
  const { rows } = await sql<{ taxClass: string; count: number }>`
    select tax_class as "taxClass", count(*)::integer as count from products
    where tax_class = any(${gone}) and deleted_at is null group by 1 limit 1`.execute(tx.db)
  const [product] = rows
  if (product)
    throw invalid(
      `${pluralize(product.count, "product")} of the class “${product.taxClass}”: change them first`,
      "classes",
    )
}
