import { factRows } from "~/domain/catalog/facts/facts"
import type { Measure } from "~/domain/catalog/measures/measure"
import type { UnitPrice } from "~/domain/catalog/measures/shown-unit-price"
import { tenthsBelow, unitPriceOf } from "~/domain/catalog/measures/unit-price"
import type { Product } from "~/domain/catalog/product"
import type { Variant } from "~/domain/catalog/variants/variant"
import type { PictureView } from "~/domain/media/picture"
import type { Cents } from "~/domain/money/money"
import type { LegalGuarantee } from "~/domain/returns/legal-guarantee"
import { findResponsible } from "~/domain/settings/responsible-persons"
import type { ShopSettings } from "~/domain/settings/settings"
import { factsData } from "./structured-data/facts-data"

export type ProductView = ReturnType<typeof viewProduct>

interface ViewedIn {
  legalGuarantee: LegalGuarantee | null
  settings: Pick<ShopSettings, "responsiblePersons" | "pricing">
}

/** A product without options has no variants to choose from. Variants with the same picture share it in the page's data. */
export function viewProduct({ createdAt: _, facts, ...product }: Product, { legalGuarantee, settings }: ViewedIn) {
  const below = tenthsBelow(settings.pricing)
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
      ...measureOf(variant, below),
    }
  })
  const [only] = product.hasOptions ? [] : product.variants
  const measured: ReturnType<typeof measureOf> = only ? measureOf(only, below) : {}
  const responsible = findResponsible(settings, facts.responsiblePerson ?? "")
  const guarantee = legalGuarantee === null ? [] : [{ name: "Legal guarantee", value: legalGuarantee.reminder }]
  return {
    ...product,
    variants,
    facts: [...factRows(facts, only, responsible), ...guarantee],
    factsData: factsData(facts, only, responsible),
    ...measured,
    ...(only && saleEndOf(only)),
  }
}

/** Structured data names the end of today's price; a sale that has not begun is not named. */
function saleEndOf({ isOnSale, saleUntil }: Pick<Variant, "isOnSale" | "saleUntil">) {
  return isOnSale && saleUntil ? { saleEndsAt: saleUntil.toISOString() } : {}
}

/**
 * Returns the contents and the price of a unit, of a variant that has them.
 * @param below see `unitPriceOf`
 */
export function measureOf(variant: Variant, below: Cents | null): Partial<Measure> & { unitPrice?: UnitPrice } {
  const unitPrice = unitPriceOf(variant.price, variant, below)
  const { measureAmount, measureUnit } = variant
  return unitPrice ? { unitPrice, measureAmount, measureUnit } : {}
}
