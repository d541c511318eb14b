import { type DescribedProduct, productTexts } from "~/domain/catalog/editing/product-texts"
import { measureRecord } from "~/domain/catalog/measures/measure-record"
import { productRecord } from "~/domain/catalog/product-record"
import { setPricesRecord } from "~/domain/catalog/variants/variant-record"
import { taxClassesOf } from "~/domain/pricing/rules"
import type { RecordView } from "~/domain/records/control"
import { responsiblePersonsOf } from "~/domain/settings/responsible-persons"
import type { Shop } from "~/domain/shop"
import { taxClassName } from "~/domain/taxes/tax-rate"

/** @param opened the key of a new product's form, or the texts that a stale edit is recognized by */
export function viewProductForm(
  { categories, settings }: Shop,
  product: DescribedProduct | null,
  opened: Pick<RecordView, "formKey" | "snapshot">,
) {
  const taxClasses = taxClassesOf(settings.current.pricing.taxes)
  const known = responsiblePersonsOf(settings.current).map(({ name }) => name)
  const chosen = product?.facts.responsiblePerson
  const persons = chosen && !known.includes(chosen) ? [...known, chosen] : known
  const options = {
    category: categories.current.names.map((name) => ({ value: name, label: name })),
    responsiblePerson: [{ value: "", label: "None" }, ...persons.map((name) => ({ value: name, label: name }))],
    taxClass: taxClasses.map((value) => ({ value, label: taxClassName(value) })),
  }
  return {
    form: productRecord.view(product ? productTexts(product) : {}, { ...opened, options }),
    derived: [...setPricesRecord.names, ...measureRecord.names, "stock" as const],
  }
}
