import { z } from "zod"
import { across } from "~/domain/form-rules"
import { FactInputs } from "../facts/fact-fields"
import { CompareAtPrice, ProductFields, PublicationInputs, TaxClass } from "../product"
import { areDaysInOrder, DAYS_REVERSED } from "../publication/publication"
import { isReduced, NOT_REDUCED } from "../sale"

/** Fields of the forms that create and edit a product, validated by `productRules` */
export const ProductInputs = ProductFields.extend({
  compareAtPrice: CompareAtPrice.default(null),
  ...PublicationInputs.shape,
  taxClass: TaxClass,
  ...FactInputs.shape,
})
type ProductInputs = z.output<typeof ProductInputs>

export const productRules = [
  z.refine<ProductInputs>(isReduced, {
    error: NOT_REDUCED,
    path: ["compareAtPrice"],
    ...across("price", "compareAtPrice"),
  }),
  z.refine<ProductInputs>(areDaysInOrder, {
    error: DAYS_REVERSED,
    path: ["publishedUntil"],
    ...across("publishedFrom", "publishedUntil"),
  }),
]
