import type { FieldMetadata } from "@conform-to/react"
import type { ReactNode } from "react"
import { Icon } from "../icon"

/** What every field takes. */
export interface FieldProps {
  /** The field as conform knows it. */
  of: FieldMetadata
  label: string
  /** Help that is there before anything goes wrong. */
  hint?: ReactNode
  required?: boolean
}

/** What ties a control to its label, hint and error. */
export function controlProps({ of, hint, required }: Omit<FieldProps, "label">) {
  const described = [hint ? of.descriptionId : "", of.errors ? of.errorId : ""].filter(Boolean).join(" ")
  return {
    id: of.id,
    name: of.name,
    form: of.formId,
    required: required || undefined,
    "aria-invalid": of.errors ? true : undefined,
    "aria-describedby": described || undefined,
  }
}

interface FrameProps extends FieldProps {
  children: ReactNode
}

/** Label, hint, control, error, in the order in which they are read. */
export function Field({ of, label, hint, required, children }: FrameProps) {
  return (
    <div className="field">
      <label htmlFor={of.id}>
        {label}
        {required === false && <span className="field-optional"> (optional)</span>}
      </label>
      <Hint of={of}>{hint}</Hint>
      {children}
      <FieldError of={of} />
    </div>
  )
}

/** The same for a group of controls: a fieldset with a legend. */
export function FieldGroup({ of, label, hint, required, children }: FrameProps) {
  const { "aria-describedby": describedBy } = controlProps({ of, hint })
  return (
    <fieldset className="field" id={of.id} tabIndex={-1} aria-describedby={describedBy}>
      <legend>
        {label}
        {required === false && <span className="field-optional"> (optional)</span>}
      </legend>
      <Hint of={of}>{hint}</Hint>
      {children}
      <FieldError of={of} />
    </fieldset>
  )
}

function Hint({ of, children }: { of: FieldMetadata; children: ReactNode }) {
  if (!children) return null
  return (
    <p className="field-hint" id={of.descriptionId}>
      {children}
    </p>
  )
}

export function FieldError({ of }: { of: FieldMetadata }) {
  if (!of.errors) return null
  return (
    <p className="field-error" id={of.errorId}>
      <Icon name="alert" label="Error:" />
      {of.errors.join(" ")}
    </p>
  )
}
