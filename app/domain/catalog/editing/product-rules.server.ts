import { daysOf } from "~/domain/days/shop-days.server"
import { taxClassesOf } from "~/domain/pricing/rules"
import { findResponsible } from "~/domain/settings/responsible-persons"
import type { Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { areDaysInOrder, DAYS_REVERSED, type Publication, publicationColumns } from "../publication/publication"

/** @throws ShopError `invalid` if the last day is before the first */
export function columnsAfter(shop: Pick<Tx, "settings">, after: Publication, before: Publication) {
  if (!areDaysInOrder(after)) throw invalid(DAYS_REVERSED, "publishedUntil")
  return publicationColumns(after, before, daysOf(shop))
}

/** Returns the name as the settings write it. @throws ShopError `invalid` for an unknown person */
export function knownResponsible({ settings }: Tx, name: string): string {
  if (name === "") return ""
  const person = findResponsible(settings.current, name)
  if (!person) throw invalid("The settings have no responsible person of this name", "responsiblePerson")
  return person.name
}

/** @throws ShopError `invalid` if the shop has no such tax class */
export function knownTaxClass({ settings }: Tx, taxClass: string): string {
  if (taxClassesOf(settings.current.pricing.taxes).includes(taxClass)) return taxClass
  throw invalid("Choose a tax class", "taxClass")
}
