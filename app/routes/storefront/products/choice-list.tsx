import { Fragment, type ReactNode } from "react"
import { withCommas } from "~/domain/text/with-commas"
import { useSyncedCheck } from "~/ui/use-synced-value"

interface ChoiceListProps {
  legend: string
  name: string
  multiple?: boolean
  /**
   * The number of values shown at first; the others are behind a disclosure, which is open if one of them is chosen.
   */
  atFirst?: number
  options: { value: string; label: string; count?: number; checked?: boolean }[]
}

export function ChoiceList({ legend, name, multiple, atFirst = Number.POSITIVE_INFINITY, options }: ChoiceListProps) {
  const type = multiple ? "checkbox" : "radio"
  const choices = options.map(({ value, label, count, checked }) => (
    <Fragment key={value}>
      {" "}
      <Choice type={type} name={name} value={value} checked={checked ?? false}>
        <span>{label}</span> {count !== undefined && <span className="choice-list-count">{withCommas(count)}</span>}
      </Choice>
    </Fragment>
  ))
  return (
    <fieldset className="choice-list">
      <legend>{legend}</legend>
      <div>{choices.slice(0, atFirst)}</div>
      {choices.length > atFirst && (
        <details open={options.slice(atFirst).some(({ checked }) => checked)}>
          <summary>Show all</summary>
          {choices.slice(atFirst)}
        </details>
      )}
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
      <input ref={ref} {...input} defaultChecked={checked} /> {children}
    </label>
  )
}
