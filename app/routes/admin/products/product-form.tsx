import type { FieldMetadata } from "@conform-to/react"
import { Link } from "@remix-run/react"
import { type ProductField, productTexts } from "~/domain/catalog/editing/product-fields"
import type { ProductSnapshot } from "~/domain/catalog/editing/product-snapshot"
import type { EditableProduct } from "~/domain/catalog/product"
import { type Publication, productStateNames, productStatuses } from "~/domain/catalog/publication/publication"
import { MAX_PICTURES_MB, PICTURE_HINT } from "~/domain/media/picture-limits"
import { paths } from "~/paths"
import { FileField } from "~/ui/form/file-field"
import { FormKeyInput } from "~/ui/form/form-key-input"
import { MoneyField } from "~/ui/form/money-field"
import { NumberField } from "~/ui/form/number-field"
import type { Option } from "~/ui/form/select"
import { SelectField } from "~/ui/form/select-field"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { TextareaField } from "~/ui/form/textarea-field"
import { useFormResult } from "~/ui/form/use-form-result"
import { Notice } from "~/ui/notice"
import { type StaleFormResult, VersionedForm } from "../stale-form"
import { CurrentImages, type ImageFields } from "./current-images"
import { FactInputs } from "./fact-inputs"

interface ProductFormProps {
  categories: readonly string[]
  taxClasses: readonly Option[]
  /** Absent for a new product */
  product?: EditableProduct
  /** The present state, with which the next attempt is compared */
  snapshot?: ProductSnapshot
  /** The form key of a new product, which is published only once */
  formKey?: string
}

type Fields = Record<ProductField | "stockSeen" | "stockReason" | "images", string> & {
  kept: ImageFields[]
}

/** An existing product also has its pictures, and the reason of a stock correction. */
export function ProductForm({ categories, taxClasses, product, snapshot, formKey }: ProductFormProps) {
  const values = product && formValuesOf(product)
  const { stale = [] } = useFormResult<StaleFormResult>() ?? {}
  const isStale = (name: string) => stale.some(({ field }) => field === name)
  const newest = {
    ...(isStale("pictures") && { kept: values?.kept }),
    // If the stock was corrected twice, it is compared with the newest correction.
    ...(isStale("stock") && { stockSeen: values?.stockSeen }),
  }
  const hasVariants = product !== undefined && product.options.length > 0
  return (
    <VersionedForm<Fields> id="product" {...{ values, snapshot, newest }} encType="multipart/form-data">
      {(fields) => (
        <>
          {formKey && <FormKeyInput value={formKey} />}
          <TextField of={fields.name} label="Product name" maxLength={200} required />
          {hasVariants && <VariantsNotice of={fields} id={product.id} />}
          {!hasVariants && (
            <div className="form-row">
              <MoneyField of={fields.price} label="Price" required />
              <MoneyField
                of={fields.compareAtPrice}
                label="Compare-at price"
                hint="What it cost before, if it is on sale. In the EU: not more than the lowest price of the 30 days before, which is shown beside it."
                required={false}
              />
            </div>
          )}
          <SelectField
            of={fields.category}
            label="Category"
            placeholder="Choose category"
            options={categories}
            required
          />
          <SelectField of={fields.taxClass} label="Tax class" options={taxClasses} required />
          <TextareaField of={fields.desc} label="Description" rows={8} maxLength={10_000} required />
          {!hasVariants && (
            <div className="form-row">
              <NumberField of={fields.stock} label="Stock" min={0} max={999_999} required />
              {product && (
                <TextField
                  of={fields.stockReason}
                  label="Reason for the new stock"
                  hint="Only if you change the stock: recounted, damaged, delivered."
                  maxLength={300}
                  required={false}
                />
              )}
            </div>
          )}
          {product && <input type="hidden" name={fields.stockSeen.name} value={fields.stockSeen.initialValue} />}
          {product && <CurrentImages of={fields.kept} pictures={product.pictures} />}
          <FileField
            of={fields.images}
            label={product ? "Add images" : "Images"}
            hint={`${PICTURE_HINT} each and ${MAX_PICTURES_MB} MB together, ten at the most.${product ? " They come after the current ones." : ""}`}
            accept="image/*"
            multiple
            required={false}
          />
          <FactInputs of={fields} />
          <PublicationFields of={fields} />
          <SubmitButton>Publish</SubmitButton>
        </>
      )}
    </VersionedForm>
  )
}

/** Prices and units derive from the variants; the form sends them back unchanged. */
function VariantsNotice({ of, id }: { of: Record<"price" | "compareAtPrice" | "stock", FieldMetadata>; id: string }) {
  return (
    <Notice tone="neutral" title="This product has versions">
      <p>
        <Link to={paths.productVariants(id)}>Change their prices and stock</Link>
      </p>
      {[of.price, of.compareAtPrice, of.stock].map(({ name, initialValue }) => (
        <input key={name} type="hidden" name={name} value={initialValue?.toString() ?? ""} />
      ))}
    </Notice>
  )
}

function PublicationFields({ of: fields }: { of: Record<keyof Publication, FieldMetadata<string>> }) {
  return (
    <>
      <SelectField of={fields.status} label="Status" hint="Only staff see a draft." options={statuses} required />
      <div className="form-row">
        <TextField
          of={fields.publishedFrom}
          label="Published from"
          hint="Its first day, from midnight in the shop’s time zone on. Empty: at once."
          type="date"
          required={false}
        />
        <TextField
          of={fields.publishedUntil}
          label="Published until"
          hint="Its last day. Empty: for ever."
          type="date"
          required={false}
        />
      </div>
    </>
  )
}

PublicationFields.fields = ["status", "publishedFrom", "publishedUntil"]

const statuses = productStatuses.map((status) => ({ value: status, label: productStateNames[status] }))

function formValuesOf(product: EditableProduct) {
  const { name, stock, pictures } = product
  return {
    ...productTexts(product),
    stockSeen: String(stock),
    kept: pictures.map(({ id, alt }, index) => ({
      picture: id,
      position: String(index + 1),
      alt: alt === name ? "" : alt,
    })),
  }
}
