import type { FieldMetadata } from "@conform-to/react"
import type { PictureView } from "~/domain/media/picture"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { FieldError } from "~/ui/form/field"
import { NumberField } from "~/ui/form/number-field"
import { TextField } from "~/ui/form/text-field"
import { ProductPicture } from "~/ui/picture"

export type ImageFields = Record<"picture" | "position" | "alt" | "remove", string>

interface CurrentImagesProps {
  of: FieldMetadata<ImageFields[]>
  pictures: PictureView[]
}

/** The pictures that a product has: their order by numbers, what they show, and a box to take each away. */
export function CurrentImages({ of, pictures }: CurrentImagesProps) {
  if (pictures.length === 0) return null
  return (
    <fieldset className="current-images" id={of.id} tabIndex={-1}>
      <legend>Current images</legend>
      <ul>
        {of.getFieldList().map((field, index) => {
          const { picture, position, alt, remove } = field.getFieldset()
          const shown = pictures.find(({ id }) => id === picture.initialValue)
          return (
            <li key={field.key}>
              <ProductPicture picture={shown ?? null} sizes="8rem" alt={`Image ${index + 1}`} />
              <input type="hidden" name={picture.name} value={picture.initialValue} />
              <NumberField of={position} label={`Position of image ${index + 1}`} min={1} step="any" />
              <TextField of={alt} label={`What image ${index + 1} shows`} maxLength={300} required={false} />
              <CheckboxField of={remove} label={`Remove image ${index + 1}`} />
            </li>
          )
        })}
      </ul>
      <FieldError of={of} />
    </fieldset>
  )
}
