import type { FieldMetadata } from "@conform-to/react"
import { type PictureView, pictureUrl } from "~/domain/media/picture"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { FileField } from "~/ui/form/file-field"

interface PictureFieldProps {
  of: FieldMetadata<File>
  /** The checkbox that removes the present picture */
  without: FieldMetadata<string>
  label: string
  hint: string
  current: PictureView | null | undefined
  /** The address of the present picture */
  alt: string
}

export function PictureField({ of, without, label, hint, current, alt }: PictureFieldProps) {
  return (
    <>
      <div className="profile-picture">
        {current && (
          <img
            className="settings-logo"
            src={pictureUrl(current, 320)}
            alt={alt}
            width={current.width}
            height={current.height}
          />
        )}
        <FileField of={of} label={label} hint={hint} accept="image/*" required={false} />
      </div>
      {current && <CheckboxField of={without} label={`Remove the ${label.toLowerCase()}`} />}
    </>
  )
}
