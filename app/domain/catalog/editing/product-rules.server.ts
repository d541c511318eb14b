import { daysOf } from "~/domain/days/shop-days.server"
import { taxClassesOf } from "~/domain/pricing/rules"
import type { Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { areDaysInOrder, DAYS_REVERSED, type Publication, publicationColumns } from "../publication/publication"
import { isReduced, NOT_REDUCED } from "../sale"

export function assertReduced(prices: Parameters<typeof isReduced>[0]): void {
  if (!isReduced(prices)) throw invalid(NOT_REDUCED, "compareAtPrice")
}

/** @throws ShopError `invalid` if the last day is before the first */
export function columnsAfter(shop: Pick<Tx, "settings">, changes: Partial<Publication>, before: Publication) {
  const given = defined(changes)
  if (!areDaysInOrder({ ...before, ...given })) throw invalid(DAYS_REVERSED, "publishedUntil")
  return publicationColumns(given, before, daysOf(shop))
}

/** @throws ShopError `invalid` if the shop has no such tax class */
export function knownTaxClass({ settings }: Tx, taxClass: string): string {
  if (taxClassesOf(settings.current.pricing.taxes).includes(taxClass)) return taxClass
  throw invalid("Choose a tax class", "taxClass")
}

export function defined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
}
