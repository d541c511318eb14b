import type { ComponentProps } from "react"
import { Icon } from "~/ui/icon"

export type Option = string | { value: string; label: string }

export interface Choices {
  options: readonly Option[]
  placeholder?: string
}

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
