import { isDeepStrictEqual } from "node:util"
import { type Staff, staffOf } from "~/domain/accounts/actor"
import { OWNER_ROLE } from "~/domain/accounts/role"
import { activeUsers, userColumns } from "~/domain/accounts/user-row.server"
import { OPERATOR } from "~/domain/audit/audit-log.server"
import type { CurrencyCode } from "~/domain/money/currency"
import type { PricingRules, Zone } from "~/domain/pricing/rules"
import { changeRules } from "~/domain/settings/change-rules.server"
import { changeTimeZone } from "~/domain/settings/change-settings.server"
import { findRules } from "~/domain/settings/pricing-versions.server"
import { MethodForm, toMethod } from "~/domain/shipping/zones/method-form"
import { parsePlaces } from "~/domain/shipping/zones/place-lines.server"
import { zoneTexts } from "~/domain/shipping/zones/save-zone.server"
import { ZoneForm } from "~/domain/shipping/zones/zone-form"
import type { Queryable, Shop } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import { rateLine } from "~/domain/taxes/rate-changes.server"
import { euRatesCsv, readRates } from "~/domain/taxes/rates-csv.server"
import { assertNothingSold, pricesTexts } from "~/domain/taxes/save-prices.server"
import shops from "./shops.json"

export type ShopName = keyof typeof shops
type ZoneTexts = (typeof shops)[ShopName]["zones"][number]

export const shopNames = Object.keys(shops)

export function isShopName(name: string): name is ShopName {
  return shopNames.includes(name)
}

/**
 * Gives a shop the zones, methods, taxes and time zone of a kind of shop; returns whether anything has changed.
 * @throws ShopError `conflict` if it has no owner, or orders, or custom rules
 */
export async function setUpShop(shop: Shop, name: ShopName): Promise<boolean> {
  const operator = await operatorOf(shop)
  const wanted = await rulesOf(name)
  const version = await changeRules(shop, operator, {
    event: "taxes.updated",
    what: "part of the rules",
    snapshot: null,
    textsOf,
    edit: async (rules, _newest, tx) => {
      await assertNothingSold(tx, "Only a shop without orders can be set up")
      if (isDeepStrictEqual(rules, wanted)) return rules
      if (isDeepStrictEqual(rules, await findRules(tx, 0))) return wanted
      throw conflict("The shipping or the taxes of this shop have been changed, so nothing was set up")
    },
  })
  await shop.settings.renew()
  if (version !== null && shop.settings.current.timeZone === "")
    await changeTimeZone(shop, operator, shops[name].timeZone)
  return version !== null
}

/** The operator has no account, so the first owner is the author of the rules. */
async function operatorOf(shop: Queryable): Promise<Staff<"taxes.edit" | "settings.edit">> {
  const owner = await activeUsers(shop)
    .innerJoin("staff", "staff.user_id", "users.id")
    .select(userColumns)
    .where("role_id", "=", OWNER_ROLE)
    .orderBy("users.id")
    .limit(1)
    .executeTakeFirst()
  const operator = owner && staffOf({ ...owner, name: OPERATOR }, ["taxes.edit", "settings.edit"])
  if (!operator) throw conflict("This shop has no owner: create one first with npm run admin -- EMAIL")
  return operator
}

async function rulesOf(name: ShopName): Promise<PricingRules> {
  const { currency, home, zones, included, rates: file } = shops[name]
  const classes: string[] = []
  const { rates, problems } = await readRates(file === "eu" ? euRatesCsv() : file, { classes })
  if (problems[0]) throw new Error(problems[0].message)
  return {
    currency: currency as CurrencyCode,
    home,
    zones: zones.map(toZone),
    taxes: { included, shipping: "like-goods", classes, rates },
  }
}

/** Reads the texts as the forms of the back office do. */
function toZone({ id, methods, places: lines, ...texts }: ZoneTexts): Zone {
  const places = lines.join("\n")
  const { name, telephone, postcodes } = ZoneForm.parse({ ...texts, places, snapshot: "0" })
  return { id, name, places: parsePlaces(places), telephone, postcodes, methods: methods.map(toMethodOf) }
}

function toMethodOf({ id, name, price, freeAbove, days }: ZoneTexts["methods"][number], at: number) {
  const [daysFrom, daysTo] = days.map(String)
  const typed = { name, kind: "flat", price1: price, freeAbove, daysFrom, daysTo, isOn: true }
  return toMethod(MethodForm.parse({ ...typed, position: at + 1, snapshot: "0" }), id)
}

function textsOf(rules: PricingRules): Record<string, string> {
  const { home, zones, taxes } = rules
  const lines = zones.map((zone) => {
    const { name, places } = zoneTexts(zone)
    return `${name}: ${places.replaceAll("\n", "; ")} (${zone.methods.map((method) => method.name).join(", ")})`
  })
  const rates = taxes.rates.map(rateLine).join("\n")
  return { ...home, zones: lines.join("\n"), ...pricesTexts(rules), rates }
}
