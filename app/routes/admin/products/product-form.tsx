import type { FieldMetadata } from "@conform-to/react"
import { useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import { categories } from "~/domain/catalog/category"
import type { Product } from "~/domain/catalog/product"
import { type ProductField, productTexts } from "~/domain/catalog/product-fields"
import type { ProductSnapshot } from "~/domain/catalog/product-snapshot"
import type { StaleField } from "~/domain/stale-edit"
import type { FormResult } from "~/http/form.server"
import { isUntouched, StaleNotice } from "~/routes/admin/stale-notice"
import { Button } from "~/ui/button"
import { FileField } from "~/ui/form/file-field"
import { FormKeyInput } from "~/ui/form/form-key-input"
import { MoneyField } from "~/ui/form/money-field"
import { NumberField } from "~/ui/form/number-field"
import { SelectField } from "~/ui/form/select-field"
import { ShopForm } from "~/ui/form/shop-form"
import { TextField } from "~/ui/form/text-field"
import { TextareaField } from "~/ui/form/textarea-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { useHydrated } from "~/ui/use-hydrated"
import { CurrentImages, type ImageFields } from "./current-images"

interface ProductFormProps {
  /** Absent for a new one. */
  product?: Product
  /** The product as it is now, which the next try is compared with. */
  snapshot?: ProductSnapshot
  /** The key of a new product, which is published only once. */
  formKey?: string
  lastResult: FormResult<{ stale?: StaleField[] }> | undefined
}

type Fields = Record<ProductField | "stockSeen" | "stockReason" | "images", string> & {
  kept: ImageFields[]
  seen: ProductSnapshot
}

/** A form whose product somebody else has changed meanwhile starts anew, with what was typed and what is different. */
export function ProductForm({ product, snapshot, formKey, lastResult }: ProductFormProps) {
  const stale = lastResult?.stale
  if (!product || !snapshot || !stale) {
    return <ProductFormFields product={product} snapshot={snapshot} formKey={formKey} lastResult={lastResult} />
  }
  const typed = lastResult.initialValue ?? {}
  const values = formValuesOf(product, snapshot)
  const initialValue = { ...typed, ...currentValuesOfUntouched(stale, typed, values), seen: snapshot }
  return (
    <ProductFormFields
      key={JSON.stringify(snapshot)}
      product={product}
      snapshot={snapshot}
      lastResult={{ ...lastResult, initialValue }}
      notice={<StaleNotice fields={stale} typed={typed} />}
    />
  )
}

/** Fields that were not changed take their current values; a stock that was corrected twice is compared with the newest. */
function currentValuesOfUntouched(
  stale: StaleField[],
  typed: Record<string, unknown>,
  values: ReturnType<typeof formValuesOf>,
) {
  const names = new Set(stale.filter((one) => isUntouched(one, typed)).map(({ field }) => field))
  if (names.has("pictures")) names.add("kept")
  if (stale.some(({ field }) => field === "stock")) names.add("stockSeen")
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

/** Everything about a product; a product that exists also shows its pictures, and asks why its stock is corrected. */
function ProductFormFields({
  product,
  snapshot,
  formKey,
  lastResult,
  notice,
}: ProductFormProps & { notice?: ReactNode }) {
  const defaultValue = product && snapshot && formValuesOf(product, snapshot)
  const [form, fields] = useShopForm<Fields>({ id: "product", lastResult, defaultValue })
  const hydrated = useHydrated()
  const busy = useNavigation().formMethod === "POST"
  return (
    <ShopForm form={form} encType="multipart/form-data">
      {notice}
      {formKey && <FormKeyInput value={formKey} />}
      <TextField of={fields.name} label="Product name" maxLength={200} required />
      <div className="form-row">
        <MoneyField of={fields.price} label="Price" required />
        <MoneyField
          of={fields.compareAtPrice}
          label="Compare-at price"
          hint="What it cost before, if it is on sale. In the EU: not more than the lowest price of the 30 days before, which is shown beside it."
          required={false}
        />
      </div>
      <SelectField
        of={fields.category}
        label="Category"
        placeholder="Choose category"
        options={categories.map((category) => ({ value: category, label: category }))}
        required
      />
      <TextareaField of={fields.desc} label="Description" rows={8} maxLength={10_000} required />
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
      {product && <input type="hidden" name={fields.stockSeen.name} value={fields.stockSeen.initialValue} />}
      {snapshot && <SnapshotFields of={fields.seen} snapshot={snapshot} />}
      {product && <CurrentImages of={fields.kept} pictures={product.pictures} />}
      <FileField
        of={fields.images}
        label={product ? "Add images" : "Images"}
        hint={`JPEG, PNG, WebP, GIF or AVIF, up to 8 MB each and 20 MB together, ten at the most.${product ? " They come after the current ones." : ""}`}
        accept="image/*"
        multiple
        required={false}
      />
      <Button busy={hydrated && busy}>Publish</Button>
    </ShopForm>
  )
}

/** The values that the form was opened with, sent along so that nobody else's changes are overwritten. */
function SnapshotFields({ of, snapshot }: { of: FieldMetadata<ProductSnapshot>; snapshot: ProductSnapshot }) {
  const fields = of.getFieldset()
  return (Object.keys(snapshot) as (keyof ProductSnapshot)[]).map((field) => (
    <input key={field} type="hidden" name={fields[field].name} value={fields[field].initialValue ?? ""} />
  ))
}

function formValuesOf(product: Product, seen: ProductSnapshot) {
  const { name, stock, pictures } = product
  return {
    seen,
    ...productTexts(product),
    stockSeen: String(stock),
    kept: pictures.map(({ id, alt }, index) => ({
      picture: id,
      position: String(index + 1),
      alt: alt === name ? "" : alt,
    })),
  }
}
