import { useNavigation } from "@remix-run/react"
import { categories } from "~/domain/catalog/category"
import type { Product } from "~/domain/catalog/product"
import type { GivenBack } from "~/http/form.server"
import { Button } from "~/ui/button"
import { FileField } from "~/ui/form/file-field"
import { NumberField } from "~/ui/form/number-field"
import { SelectField } from "~/ui/form/select-field"
import { ShopForm } from "~/ui/form/shop-form"
import { TextField } from "~/ui/form/text-field"
import { TextareaField } from "~/ui/form/textarea-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { useHydrated } from "~/ui/hydrated"
import { CurrentImages, type ImageFields } from "./current-images"

interface ProductFormProps {
  /** Absent for a new one. */
  product?: Product
  lastResult: GivenBack | undefined
}

type Fields = Record<
  "name" | "price" | "desc" | "category" | "stock" | "stockSeen" | "stockReason" | "images",
  string
> & {
  kept: ImageFields[]
}

/** Everything about a product; a product that exists also shows its pictures, and asks why its stock is corrected. */
export function ProductForm({ product, lastResult }: ProductFormProps) {
  const [form, fields] = useShopForm<Fields>({ id: "product", lastResult, defaultValue: product && valuesOf(product) })
  const hydrated = useHydrated()
  const busy = useNavigation().formMethod === "POST"
  return (
    <ShopForm form={form} encType="multipart/form-data">
      <TextField of={fields.name} label="Product name" maxLength={200} required />
      <div className="form-row">
        <TextField of={fields.price} label="Price" prefix="$" inputMode="decimal" width="short" required />
        <SelectField
          of={fields.category}
          label="Category"
          placeholder="Choose category"
          options={categories.map((category) => ({ value: category, label: category }))}
          required
        />
      </div>
      <TextareaField of={fields.desc} label="Description" rows={8} maxLength={10_000} required />
      <div className="form-row">
        <NumberField of={fields.stock} label="Stock" min={0} max={999_999} required />
        {product && (
          <TextField
            of={fields.stockReason}
            label="Reason for the new stock"
            hint="Only when you correct it: counted, damaged, delivered."
            maxLength={300}
            required={false}
          />
        )}
      </div>
      {product && <input type="hidden" name={fields.stockSeen.name} value={fields.stockSeen.initialValue} />}
      {product && <CurrentImages of={fields.kept} pictures={product.pictures} />}
      <FileField
        of={fields.images}
        label={product ? "New images" : "Images"}
        hint={`JPEG, PNG, WebP, GIF or AVIF, up to 8 MB each, ten at the most.${product ? " They take the place of all current ones." : ""}`}
        accept="image/*"
        multiple
        required={false}
      />
      <Button busy={hydrated && busy}>Publish</Button>
    </ShopForm>
  )
}

function valuesOf({ name, price, desc, category, stock, pictures }: Product) {
  return {
    name,
    price: (price / 100).toFixed(2),
    desc,
    category,
    stock: String(stock),
    stockSeen: String(stock),
    kept: pictures.map(({ id, alt }, index) => ({
      picture: id,
      position: String(index + 1),
      alt: alt === name ? "" : alt,
    })),
  }
}
