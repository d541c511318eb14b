import { sql } from "kysely"
import { requireProof } from "~/domain/accounts/proof"
import type { PricingRules, TaxRules } from "~/domain/pricing/rules"
import { changeRules } from "~/domain/settings/change-rules.server"
import { findRules } from "~/domain/settings/pricing-versions.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { conflict, invalid } from "~/domain/shop-error"
import { pluralize } from "~/domain/text/pluralize"
import { auditOfRates } from "./rate-changes.server"
import type { TaxEditor } from "./save-taxes.server"
import type { PricesForm } from "./tax-forms"
import { classesWithRates } from "./tax-rate"

const CLASS = "class:"

type PricesTexts = Record<"currency" | "included" | "shipping" | "classes" | "ignoresTerritories", string>

export function pricesTexts({ currency, taxes }: PricingRules): PricesTexts {
  const { included, shipping, classes, ignoresTerritories } = taxes
  return {
    currency,
    included: included ? "with" : "without",
    shipping: typeof shipping === "string" ? shipping : `${CLASS}${shipping.taxClass}`,
    classes: classes.join("\n"),
    ignoresTerritories: ignoresTerritories ? "on" : "",
  }
}

export function shippingChoices(taxes: TaxRules): string[] {
  return ["none", "like-goods", ...classesWithRates(taxes).map((taxClass) => `${CLASS}${taxClass}`)]
}

/** An absent currency is unchanged. */
export async function savePrices(shop: Shop, staff: TaxEditor, typed: PricesForm): Promise<number | null> {
  requireProof(shop, staff, "taxes.change")
  const { snapshot, included, shipping, classes, ignoresTerritories } = typed
  return changeRules(shop, staff, {
    event: "taxes.updated",
    snapshot,
    what: "part of the taxes",
    textsOf: pricesTexts,
    edit: async (rules, _newest, tx) => {
      const { taxes, currency } = rules
      await assertUnused(tx, taxes, classes)
      const changed = { ...taxes, classes, included: included === "with", ignoresTerritories }
      if (!shippingChoices(changed).includes(shipping)) throw invalid("Choose how shipping is taxed", "shipping")
      const taxed = shipping.startsWith(CLASS) ? { taxClass: shipping.slice(CLASS.length) } : (shipping as "none")
      const wanted = { ...rules, currency: typed.currency ?? currency, taxes: { ...changed, shipping: taxed } }
      if (wanted.currency !== currency) await assertNothingSold(tx)
      return wanted
    },
  })
}

/** Undoes `version`, if it is the newest. */
export async function undoTaxes(shop: Shop, staff: TaxEditor, version: number): Promise<void> {
  requireProof(shop, staff, "taxes.change")
  await changeRules(shop, staff, {
    event: "taxes.updated",
    what: "part of the taxes",
    snapshot: null,
    textsOf: pricesTexts,
    auditOf: (before, after) => {
      const [rates, ratesAfter] = auditOfRates(before.taxes, after.taxes)
      return [
        { ...pricesTexts(before), ...rates },
        { ...pricesTexts(after), ...ratesAfter },
      ]
    },
    edit: async (rules, newest, tx) => {
      if (newest.version !== version || version === 0)
        throw conflict(
          "This cannot be undone, because prices, taxes or shipping have since been changed: please change it here",
        )
      const { taxes, currency } = await findRules(tx, version - 1)
      await assertUnused(tx, rules.taxes, taxes.classes)
      if (currency !== rules.currency) await assertNothingSold(tx)
      return { ...rules, currency, taxes }
    },
  })
}

/** Returns whether the currency is fixed, because there are orders or open checkouts. */
export async function hasSold({ db }: Queryable): Promise<boolean> {
  const { rows } = await sql<{ sold: boolean }>`
    select exists (select from orders) or exists (select from checkouts where status in ('held', 'processing'))
      or exists (select from payments where status <> 'cancelled') as sold`.execute(db)
  return rows[0]?.sold ?? false
}

/** New checkouts wait until the transaction ends; `insertCheckout` then sees the new currency. */
export async function assertNothingSold(tx: Tx, refusal = FIXED): Promise<void> {
  await sql`lock table checkouts in share row exclusive mode`.execute(tx.db)
  if (await hasSold(tx)) throw invalid(refusal, "currency")
}

const FIXED = "The currency cannot be changed after the first order or during a payment"

/** @throws ShopError `invalid` if products or rates use a class that would be deleted */
async function assertUnused(tx: Tx, before: TaxRules, classes: readonly string[]): Promise<void> {
  const gone = before.classes.filter((taxClass) => !classes.includes(taxClass))
  if (gone.length === 0) return
  const { rates, shipping } = before
  const used = gone.find((taxClass) => rates.some((rate) => rate.taxClass === taxClass))
  if (used !== undefined) throw invalid(`The class “${used}” has rates: delete them first`, "classes")
  const ofShipping = typeof shipping === "string" ? null : shipping.taxClass
  if (ofShipping !== null && gone.includes(ofShipping))
    throw invalid(`Shipping uses the class “${ofShipping}”: choose another class for shipping first`, "classes")
  const { rows } = await sql<{ taxClass: string; count: number }>`
    select tax_class as "taxClass", count(*)::integer as count from products
    where tax_class = any(${gone}) and deleted_at is null group by 1 limit 1`.execute(tx.db)
  const [product] = rows
  if (product)
    throw invalid(
      `The class “${product.taxClass}” has ${pluralize(product.count, "product")}: change their class first`,
      "classes",
    )
}
