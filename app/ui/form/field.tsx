import type { FieldMetadata } from "@conform-to/react"
import type { ReactNode } from "react"
import { Icon } from "~/ui/icon"

type FieldState = Pick<FieldMetadata, "id" | "name" | "formId" | "errors" | "errorId" | "descriptionId">

export interface FieldProps<State extends FieldState = FieldMetadata> {
  of: State
  label: string
  hint?: ReactNode
  required?: boolean
}

/** A field of a GET form, validated by the loader. */
export function plainField(name: string, error?: string): FieldState {
  return {
    id: name,
    name,
    formId: "",
    errors: error ? [error] : undefined,
    errorId: `${name}-error`,
    descriptionId: "",
  }
}

export function controlProps({ of, hint, required }: Omit<FieldProps<FieldState>, "label">) {
  const described = [hint ? of.descriptionId : "", of.errors ? of.errorId : ""].filter(Boolean).join(" ")
  return {
    id: of.id,
    name: of.name,
    form: of.formId || undefined,
    required: required || undefined,
    "aria-invalid": of.errors ? true : undefined,
    "aria-describedby": described || undefined,
  }
}

interface FrameProps extends FieldProps<FieldState> {
  children: ReactNode
}

export function Field({ of, label, hint, required, children }: FrameProps) {
  return (
    <div className="field">
      <label htmlFor={of.id}>
        {required === false ? `${label} ` : label}
        {required === false && <span className="field-optional">(optional)</span>}
      </label>{" "}
      <Hint of={of}>{hint}</Hint>
      {children}
      <FieldError of={of} />
    </div>
  )
}

export function FieldGroup({ of, label, hint, required, children }: FrameProps) {
  const { "aria-describedby": describedBy } = controlProps({ of, hint })
  return (
    <fieldset className="field" id={of.id} tabIndex={-1} aria-describedby={describedBy}>
      <legend>
        {required === false ? `${label} ` : label}
        {required === false && <span className="field-optional">(optional)</span>}
      </legend>
      <Hint of={of}>{hint}</Hint>
      {children}
      <FieldError of={of} />
    </fieldset>
  )
}

function Hint({ of, children }: { of: FieldState; children: ReactNode }) {
  if (!children) return null
  return (
    <p className="field-hint" id={of.descriptionId}>
      {children}
    </p>
  )
}

export function FieldError({ of }: { of: Pick<FieldState, "errors" | "errorId"> }) {
  if (!of.errors) return null
  return (
    <p className="field-error" id={of.errorId}>
      <Icon name="alert" label="Error:" />
      {of.errors.join(" ")}
    </p>
  )
}
