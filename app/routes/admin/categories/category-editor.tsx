import type { ReactNode } from "react"
import { MAX_CATEGORY_BODY, MAX_CATEGORY_NAME } from "~/domain/catalog/categories/category"
import type { CategorySnapshot } from "~/domain/catalog/categories/category-schema"
import type { PictureView } from "~/domain/media/picture"
import { MarkdownHelp } from "~/routes/admin/pages/markdown-help"
import { PictureField } from "~/routes/admin/picture-field"
import { SnapshotFields, type StaleFormResult, useFormStart } from "~/routes/admin/stale-form"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { TextareaField } from "~/ui/form/textarea-field"
import { useShopForm } from "~/ui/form/use-shop-form"

interface CategoryEditorProps {
  /** Absent for a new one */
  category?: { snapshot: CategorySnapshot; picture: PictureView | null }
  lastResult: StaleFormResult | undefined
}

export function CategoryEditor({ category, lastResult }: CategoryEditorProps) {
  const { key, ...start } = useFormStart(lastResult, category ? { snapshot: category.snapshot } : {})
  return <Editor key={key} category={category} {...start} />
}

type Fields = Record<"name" | "body" | "withoutPicture", string> & { picture: File; snapshot: CategorySnapshot }

function Editor({ category, lastResult, notice }: CategoryEditorProps & { notice?: ReactNode }) {
  const snapshot = category?.snapshot
  const [form, fields] = useShopForm<Fields>({
    id: "category",
    lastResult,
    defaultValue: snapshot && { name: snapshot.name, body: snapshot.body, snapshot },
  })
  const picture = category?.picture
  return (
    <ShopForm form={form} encType="multipart/form-data">
      {notice}
      {snapshot && <SnapshotFields of={fields.snapshot.getFieldset()} snapshot={snapshot} />}
      <TextField
        of={fields.name}
        label="Name"
        hint={snapshot && "Addresses with the name of before lead to the new one."}
        maxLength={MAX_CATEGORY_NAME}
        required
      />
      <TextareaField
        of={fields.body}
        label="Text"
        hint="Stands above its products. Markdown."
        rows={8}
        maxLength={MAX_CATEGORY_BODY}
        required={false}
      />
      <MarkdownHelp />
      <PictureField
        of={fields.picture}
        without={fields.withoutPicture}
        label="Picture"
        hint="Otherwise the front page shows a product."
        current={picture}
        alt={`Now shown for ${snapshot?.name}`}
      />
      <SubmitButton>Save</SubmitButton>
    </ShopForm>
  )
}
