import { MAX_CATEGORY_BODY, MAX_CATEGORY_NAME } from "~/domain/catalog/categories/category"
import type { CategorySnapshot } from "~/domain/catalog/categories/category-schema"
import type { PictureView } from "~/domain/media/picture"
import { FormKeyInput } from "~/ui/form/form-key-input"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { TextareaField } from "~/ui/form/textarea-field"
import { MarkdownHelp } from "../pages/markdown-help"
import { PictureField } from "../picture-field"
import { VersionedForm } from "../stale-form"

interface CategoryEditorProps {
  /** Absent for a new category */
  snapshot?: CategorySnapshot
  picture?: PictureView | null
  /** The form key of a new category, which is created only once */
  formKey?: string
}

type Fields = Record<"name" | "body" | "withoutPicture", string> & { picture: File }

export function CategoryEditor({ snapshot, picture, formKey }: CategoryEditorProps) {
  return (
    <VersionedForm<Fields> id="category" values={snapshot} snapshot={snapshot} encType="multipart/form-data">
      {(fields) => (
        <>
          {formKey && <FormKeyInput value={formKey} />}
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
        </>
      )}
    </VersionedForm>
  )
}
