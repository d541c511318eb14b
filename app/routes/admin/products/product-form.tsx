import type { FieldMetadata } from "@conform-to/react"
import { Link } from "@remix-run/react"
import { factTextNames } from "~/domain/catalog/facts/facts"
import type { EditableProduct } from "~/domain/catalog/product"
import type { ProductField } from "~/domain/catalog/product-record"
import { MAX_PICTURES_MB, PICTURE_HINT } from "~/domain/media/picture-limits"
import type { RecordView } from "~/domain/records/control"
import { paths } from "~/paths"
import { FileField } from "~/ui/form/file-field"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useFormResult } from "~/ui/form/use-form-result"
import { Notice } from "~/ui/notice"
import { RecordForm } from "../record-form"
import type { StaleFormResult } from "../stale-form"
import { CurrentImages, type ImageFields } from "./current-images"
import { FactInputs } from "./fact-inputs"

interface ProductFormProps {
  form: RecordView<ProductField>
  /** The fields that follow from the variants of a product with options */
  derived: readonly ProductField[]
  /** Absent for a new product */
  product?: EditableProduct
}

/** An existing product also has its pictures, and the reason of a stock correction. */
export function ProductForm({ form, derived, product }: ProductFormProps) {
  const { stale = [] } = useFormResult<StaleFormResult>() ?? {}
  const isStale = (name: string) => stale.some(({ field }) => field === name)
  const beside = product && { stockSeen: String(product.stock), kept: keptImages(product) }
  const newest = {
    ...(isStale("pictures") && { kept: beside?.kept }),
    // If the stock was corrected twice, it is compared with the newest correction.
    ...(isStale("stock") && { stockSeen: beside?.stockSeen }),
  }
  const hasVariants = product !== undefined && product.options.length > 0
  return (
    <RecordForm
      tool={{ name: "save_product", description: "Saves the product", submits: true }}
      id="product"
      {...{ form, beside, newest }}
      encType="multipart/form-data"
    >
      {(field, input) => (
        <>
          {field("name", { label: "Product name" })}
          {hasVariants && <VariantsNotice of={derived.map((name) => input(name))} id={product.id} />}
          {!hasVariants && (
            <div className="form-row">
              {field("price")}
              {field("compareAtPrice")}
            </div>
          )}
          {!hasVariants && (
            <div className="form-row">
              {field("salePrice")}
              {field("saleFrom")}
              {field("saleUntil")}
            </div>
          )}
          {!hasVariants && (
            <div className="form-row">
              {field("measureAmount")}
              {field("measureUnit")}
            </div>
          )}
          {field("category")}
          {field("taxClass")}
          {field("desc")}
          {!hasVariants && (
            <div className="form-row">
              {field("stock")}
              {product && (
                <TextField
                  of={input("stockReason")}
                  label="Reason for the new stock"
                  hint="Only if you change the stock: recounted, damaged, delivered."
                  maxLength={300}
                  required={false}
                />
              )}
            </div>
          )}
          {!hasVariants && field("uncounted")}
          {product && <input type="hidden" name="stockSeen" value={input("stockSeen").initialValue} />}
          {product && <CurrentImages of={input<ImageFields[]>("kept")} pictures={product.pictures} />}
          <FileField
            of={input("images")}
            label={product ? "Add images" : "Images"}
            hint={`${PICTURE_HINT} each and ${MAX_PICTURES_MB} MB together, ten at the most.${product ? " They come after the current ones." : ""}`}
            accept="image/*"
            multiple
            required={false}
          />
          <FactInputs of={inputsOf(factTextNames, input)} field={field} />
          {field("status")}
          <div className="form-row">
            {field("publishedFrom")}
            {field("publishedUntil")}
          </div>
          <SubmitButton>Publish</SubmitButton>
        </>
      )}
    </RecordForm>
  )
}

function inputsOf<Name extends string>(names: readonly Name[], input: (name: Name) => FieldMetadata) {
  return Object.fromEntries(names.map((name) => [name, input(name)])) as Record<Name, FieldMetadata>
}

/** Prices and units derive from the variants; the form sends them back unchanged. */
function VariantsNotice({ of, id }: { of: FieldMetadata[]; id: string }) {
  return (
    <Notice tone="neutral" title="This product has versions">
      <p>
        <Link to={paths.productVariants(id)}>Change their prices and stock</Link>
      </p>
      {of.map(({ name, initialValue }) => (
        <input key={name} type="hidden" name={name} value={initialValue?.toString() ?? ""} />
      ))}
    </Notice>
  )
}

function keptImages({ name, pictures }: EditableProduct) {
  return pictures.map(({ id, alt }, index) => ({
    picture: id,
    position: String(index + 1),
    alt: alt === name ? "" : alt,
  }))
}
