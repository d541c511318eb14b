import type { ReactNode } from "react"
import { withCommas } from "~/domain/text/with-commas"
import { useSyncedCheck } from "~/ui/use-synced-value"

interface ChoiceListProps {
  legend: string
  name: string
  multiple?: boolean
  options: { value: string; label: string; count?: number; checked?: boolean }[]
}

export function ChoiceList({ legend, name, multiple, options }: ChoiceListProps) {
  const type = multiple ? "checkbox" : "radio"
  return (
    <fieldset className="choice-list">
      <legend>{legend}</legend>
      {options.map(({ value, label, count, checked }) => (
        <Choice key={value} type={type} name={name} value={value} checked={checked ?? false}>
          <span>{label}</span>
          {count !== undefined && <span className="choice-list-count">{withCommas(count)}</span>}
        </Choice>
      ))}
    </fieldset>
  )
}

interface ChoiceProps {
  type: "checkbox" | "radio"
  name: string
  value: string
  checked: boolean
  children: ReactNode
}

function Choice({ checked, children, ...input }: ChoiceProps) {
  const ref = useSyncedCheck(checked)
  return (
    <label>
      <input ref={ref} {...input} defaultChecked={checked} />
      {children}
    </label>
  )
}
