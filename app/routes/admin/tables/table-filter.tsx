import { useSubmit } from "@remix-run/react"
import type { FormEvent, ReactNode } from "react"
import type { InvalidFilterValues } from "~/http/invalid-filter-values"
import { Button } from "~/ui/button"
import { Disclosure } from "~/ui/disclosure"
import { Select } from "~/ui/form/select"
import { GetForm } from "~/ui/get-form"
import { InvalidFilterNotice } from "~/ui/invalid-filter-notice"
import type { ListQuery } from "./list-url"

interface TableFilterProps {
  list: ListQuery
  label: string
  /** The filter values in the address that are not valid. */
  invalidValues?: InvalidFilterValues
  /** The input that is always in view. */
  search?: ReactNode
  /** The other inputs, behind one control on narrow screens. */
  children: ReactNode
}

/** Not among the folded inputs. */
const unfolded = new Set(["page", "sort", "search", "product"])

/** The GET form above a table; with scripts a choice applies at once. The order of the rows stays as it is. */
export function TableFilter({
  list: { path, filter, defaultSort },
  label,
  invalidValues = {},
  search,
  children,
}: TableFilterProps) {
  const submit = useSubmit()
  function applyChoice({ target, currentTarget }: FormEvent<HTMLFormElement>) {
    if (target instanceof HTMLSelectElement) submit(currentTarget, { preventScrollReset: true })
  }
  const { page: _, ...asked } = filter
  const folded = Object.entries(filter).filter(([name, value]) => value !== "" && !unfolded.has(name)).length
  return (
    <GetForm
      key={JSON.stringify([asked, invalidValues])}
      action={path}
      className="table-filter"
      role="search"
      aria-label={label}
      preventScrollReset
      onChange={applyChoice}
    >
      {search}
      <Disclosure
        summary={folded > 0 ? `Filters (${folded})` : "Filters"}
        openWhenWide
        open={Object.keys(invalidValues).length > 0}
      >
        {children}
      </Disclosure>
      {filter.sort !== undefined && filter.sort !== defaultSort && (
        <input type="hidden" name="sort" value={filter.sort} />
      )}
      <Button variant="secondary" icon="search">
        Search
      </Button>
      <InvalidFilterNotice values={invalidValues} />
    </GetForm>
  )
}

interface FilterSelectProps {
  label: string
  name: string
  value: string
  /** The label of "no choice". */
  allLabel?: string
  options: readonly { value: string; label: string }[]
}

/** A value that is no choice stands among the choices as it was typed. */
export function FilterSelect({ label, name, value, allLabel = "All", options }: FilterSelectProps) {
  const unknown = value !== "" && !options.some((option) => option.value === value)
  return (
    <label htmlFor={`filter-${name}`}>
      {label}
      <Select id={`filter-${name}`} name={name} defaultValue={value}>
        <option value="">{allLabel}</option>
        {unknown && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
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
