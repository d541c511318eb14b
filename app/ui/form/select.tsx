import type { ComponentProps } from "react"
import { Icon } from "../icon"

/** One of the choices; a bare text is its own label. */
export type Option = string | { value: string; label: string }

export interface Choices {
  options: readonly Option[]
  /** The empty first choice: "Choose category". */
  placeholder?: string
}

/** The one look of a choice from a list. */
export function Select({ options, placeholder, ...select }: Choices & ComponentProps<"select">) {
  return (
    <span className="select">
      <select {...select}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={optionValue(option)} value={optionValue(option)}>
            {typeof option === "string" ? option : option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </span>
  )
}

export function optionValue(option: Option): string {
  return typeof option === "string" ? option : option.value
}
