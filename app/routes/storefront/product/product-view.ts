import { factRows } from "~/domain/catalog/facts/facts"
import type { Product } from "~/domain/catalog/product"
import type { Variant } from "~/domain/catalog/variants/variant"
import type { PictureView } from "~/domain/media/picture"
import type { LegalGuarantee } from "~/domain/returns/legal-guarantee"
import { factsData } from "./structured-data/facts-data"

export type ProductView = ReturnType<typeof viewProduct>

/** A product without options has no variants to choose from. Variants with the same picture share it in the page's data. */
export function viewProduct({ createdAt: _, facts, ...product }: Product, legalGuarantee: LegalGuarantee | null) {
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
    }
  })
  const [only] = product.hasOptions ? [] : product.variants
  const guarantee = legalGuarantee === null ? [] : [{ name: "Legal guarantee", value: legalGuarantee.reminder }]
  return {
    ...product,
    variants,
    facts: [...factRows(facts, only), ...guarantee],
    factsData: factsData(facts, only),
    ...(only && saleEndOf(only)),
  }
}

/** Structured data names the end of today's price; a sale that has not begun is not named. */
function saleEndOf({ isOnSale, saleUntil }: Pick<Variant, "isOnSale" | "saleUntil">) {
  return isOnSale && saleUntil ? { saleEndsAt: saleUntil.toISOString() } : {}
}
