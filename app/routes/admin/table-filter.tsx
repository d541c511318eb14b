import { Form, useSubmit } from "@remix-run/react"
import type { FormEvent, ReactNode } from "react"
import { Button } from "~/ui/button"
import type { List } from "./list-address"

interface TableFilterProps {
  list: List
  label: string
  /** What can be typed or chosen. */
  children: ReactNode
}

/** The GET form above a table; with scripts a choice applies at once. The order of the rows stays as it is. */
export function TableFilter({ list: { path, filter, defaultSort }, label, children }: TableFilterProps) {
  const submit = useSubmit()
  function applyChoice({ target, currentTarget }: FormEvent<HTMLFormElement>) {
    if (target instanceof HTMLSelectElement) submit(currentTarget, { preventScrollReset: true })
  }
  const { page: _, ...asked } = filter
  return (
    <Form
      key={JSON.stringify(asked)}
      method="get"
      action={path}
      className="table-filter"
      role="search"
      aria-label={label}
      preventScrollReset
      onChange={applyChoice}
    >
      {children}
      {filter.sort !== undefined && filter.sort !== defaultSort && (
        <input type="hidden" name="sort" value={filter.sort} />
      )}
      <Button variant="secondary" icon="search">
        Search
      </Button>
    </Form>
  )
}

interface ChoiceProps {
  label: string
  name: string
  value: string
  /** What no choice is called. */
  all?: string
  options: readonly { value: string; label: string }[]
}

export function Choice({ label, name, value, all = "All", options }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name} defaultValue={value}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}

export function SearchBox({
  value,
  placeholder,
  label = "Search",
}: {
  value: string
  placeholder: string
  label?: string
}) {
  return (
    <label>
      {label}
      <input type="search" name="search" defaultValue={value} placeholder={placeholder} maxLength={100} />
    </label>
  )
}
