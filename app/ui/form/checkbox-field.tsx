import { controlProps, FieldError, type FieldProps } from "./field"

export function CheckboxField({ of, label, hint, required }: FieldProps) {
  return (
    <div className="field field-checkbox">
      <label>
        <input
          key={of.key}
          type="checkbox"
          // edbrowse sends an empty one otherwise.
          value="on"
          defaultChecked={of.initialValue === "on"}
          {...controlProps({ of, hint, required })}
        />{" "}
        <span>{label}</span>
      </label>
      {hint && (
        <p className="field-hint" id={of.descriptionId}>
          {hint}
        </p>
      )}
      <FieldError of={of} />
    </div>
  )
}
