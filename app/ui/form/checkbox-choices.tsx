import type { FieldMetadata } from "@conform-to/react"
import { FieldGroup } from "./field"

interface CheckboxChoicesProps {
  of: FieldMetadata<string[]>
  label: string
  options: readonly { value: string; label: string }[]
}

/** Several choices from a list */
export function CheckboxChoices({ of, label, options }: CheckboxChoicesProps) {
  const chosen = new Set([of.initialValue ?? []].flat())
  return (
    <FieldGroup of={of} label={label}>
      {options.map(({ value, label }) => (
        <div className="field-checkbox" key={value}>
          <label>
            <input
              key={of.key}
              type="checkbox"
              id={`${of.id}-${value}`}
              name={of.name}
              value={value}
              defaultChecked={chosen.has(value)}
            />{" "}
            <span>{label}</span>
          </label>
        </div>
      ))}
    </FieldGroup>
  )
}
