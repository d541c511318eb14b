import { factRows } from "~/domain/catalog/facts/facts"
import type { Measure } from "~/domain/catalog/measures/measure"
import type { UnitPrice } from "~/domain/catalog/measures/shown-unit-price"
import { unitPriceOf } from "~/domain/catalog/measures/unit-price"
import type { Product } from "~/domain/catalog/product"
import type { Variant } from "~/domain/catalog/variants/variant"
import type { PictureView } from "~/domain/media/picture"
import type { LegalGuarantee } from "~/domain/returns/legal-guarantee"
import { findResponsible } from "~/domain/settings/responsible-persons"
import type { SettingsFacts } from "~/domain/settings/settings"
import { factsData } from "./structured-data/facts-data"

export type ProductView = ReturnType<typeof viewProduct>

interface ViewedIn {
  legalGuarantee: LegalGuarantee | null
  /** The shop's */
  country: string
  settings: Pick<SettingsFacts, "responsiblePersons">
}

/** A product without options has no variants to choose from. Variants with the same picture share it in the page's data. */
export function viewProduct(
  { createdAt: _, facts, ...product }: Product,
  { legalGuarantee, country, settings }: ViewedIn,
) {
  const pictures = new Map(product.pictures.map((picture): [string, PictureView] => [picture.id, picture]))
  const variants = (product.hasOptions ? product.variants : []).map((variant) => {
    const { id, values, sku, gtin, mpn, price, compareAtPrice, priorPrice, stock, picture } = variant
    if (picture && !pictures.has(picture.id)) pictures.set(picture.id, picture)
    const shown = picture && (pictures.get(picture.id) ?? null)
    return {
      id,
      values,
      sku,
      gtin,
      mpn,
      price,
      compareAtPrice,
      priorPrice,
      stock,
      picture: shown,
      ...saleEndOf(variant),
      ...measureOf(variant, country),
    }
  })
  const [only] = product.hasOptions ? [] : product.variants
  const measured: ReturnType<typeof measureOf> = only ? measureOf(only, country) : {}
  const guarantee = legalGuarantee === null ? [] : [{ name: "Legal guarantee", value: legalGuarantee.reminder }]
  return {
    ...product,
    variants,
    facts: [...factRows(facts, only, findResponsible(settings, facts.responsiblePerson ?? "")), ...guarantee],
    factsData: factsData(facts, only),
    ...measured,
    ...(only && saleEndOf(only)),
  }
}

/** Structured data names the end of today's price; a sale that has not begun is not named. */
function saleEndOf({ isOnSale, saleUntil }: Pick<Variant, "isOnSale" | "saleUntil">) {
  return isOnSale && saleUntil ? { saleEndsAt: saleUntil.toISOString() } : {}
}

/** The contents and the price of a unit, of a variant that has them */
export function measureOf(variant: Variant, country: string): Partial<Measure> & { unitPrice?: UnitPrice } {
  const unitPrice = unitPriceOf(variant.price, variant, country)
  const { measureAmount, measureUnit } = variant
  return unitPrice ? { unitPrice, measureAmount, measureUnit } : {}
}
