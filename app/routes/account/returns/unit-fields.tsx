import type { FieldMetadata } from "@conform-to/react"
import type { ReturnableLine } from "~/domain/returns/returnable-lines.server"
import { FieldError } from "~/ui/form/field"
import { NumberField } from "~/ui/form/number-field"

interface UnitFieldsProps {
  of: FieldMetadata<{ line: string; quantity: string }[]>
  /** Lines whose units can be returned */
  lines: readonly Pick<ReturnableLine, "id" | "name" | "available">[]
}

/** All units are chosen at first, by the form's default value. */
export function UnitFields({ of, lines }: UnitFieldsProps) {
  const units = of.getFieldList()
  return (
    <div id={of.id} tabIndex={-1}>
      {lines.map(({ id, name, available }, at) => {
        const field = units[at]?.getFieldset()
        return (
          field && (
            <div key={id}>
              <input type="hidden" name={field.line.name} value={id} />
              <NumberField
                of={field.quantity}
                label={`Units of ${name}`}
                hint={`Up to ${available}`}
                min={0}
                max={available}
              />
            </div>
          )
        )
      })}
      <FieldError of={of} />
    </div>
  )
}
