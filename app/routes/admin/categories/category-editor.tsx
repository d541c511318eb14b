import type { categoryRecord } from "~/domain/catalog/categories/category-schema"
import type { PictureView } from "~/domain/media/picture"
import { SubmitButton } from "~/ui/form/submit-button"
import { MarkdownHelp } from "../pages/markdown-help"
import { PictureField } from "../picture-field"
import { RecordForm } from "../record-form"

interface CategoryEditorProps {
  form: ReturnType<typeof categoryRecord.view>
  /** Absent for a new one */
  picture?: PictureView | null
}

export function CategoryEditor({ form, picture }: CategoryEditorProps) {
  return (
    <RecordForm
      tool={{ name: "save_category", description: "Saves the category", submits: true }}
      id="category"
      form={form}
      encType="multipart/form-data"
    >
      {(field, input) => (
        <>
          {field("name", form.formKey ? { hint: undefined } : {})}
          {field("body")}
          <MarkdownHelp />
          <PictureField
            of={input<File>("picture")}
            without={input("withoutPicture")}
            label="Picture"
            hint="Without a picture, the front page shows one of the products."
            current={picture}
            alt={`Now shown for ${form.texts.name}`}
          />
          <SubmitButton>Save</SubmitButton>
        </>
      )}
    </RecordForm>
  )
}
