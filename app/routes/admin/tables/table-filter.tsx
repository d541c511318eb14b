import { useSubmit } from "@remix-run/react"
import type { ComponentProps, FormEvent } from "react"
import type { InvalidFilterValues } from "~/http/doorways/invalid-filter-values"
import { Button } from "~/ui/button"
import { Disclosure } from "~/ui/disclosure"
import { type Option, optionValue, Select } from "~/ui/form/select"
import { GetForm } from "~/ui/lists/get-form"
import { filterErrorProps, InvalidFilterNotice } from "~/ui/lists/invalid-filter-notice"
import { useKeptFocus } from "../use-kept-focus"
import type { ListQuery } from "./list-url"

export interface TableFilterProps {
  list: ListQuery
  label: string
  invalidValues?: InvalidFilterValues
  /** Fields that are always visible */
  search?: FilterField
  /** Fields behind one control on narrow screens */
  filters?: FilterField[]
}

type Native = Pick<ComponentProps<"input">, "type" | "placeholder" | "autoComplete" | "spellCheck">

interface FilterField extends Native {
  name: string
  label: string
  options?: readonly Option[]
  /** With scripts, a search starts as soon as the text has this length. */
  wholeLength?: number
}

/** With scripts a choice applies immediately; other parameters stay. */
export function TableFilter({ list, label, invalidValues = {}, search, filters = [] }: TableFilterProps) {
  const submit = useSubmit()
  function applyChoice({ target, currentTarget }: FormEvent<HTMLFormElement>) {
    const isWhole = target instanceof HTMLInputElement && target.value.trim().length === search?.wholeLength
    if (target instanceof HTMLSelectElement || isWhole) submit(currentTarget, { preventScrollReset: true })
  }
  const { page: _, ...asked } = list.filter
  const set = Object.entries(asked).filter(([, value]) => value !== "")
  const folded = set.filter(([name]) => name !== "sort" && name !== search?.name).length
  const fields = search ? [search, ...filters] : filters
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]))
  const others = set.filter(([name, value]) => !(name in labels) && value !== list.defaultSort)
  const key = JSON.stringify([asked, invalidValues])
  useKeptFocus(key)
  return (
    <GetForm
      key={key}
      id="table-filter"
      tool={{ name: "filter_list", description: "Shows the rows of this list that match", submits: true }}
      action={list.path}
      className="table-filter"
      role="search"
      aria-label={label}
      preventScrollReset
      onChange={applyChoice}
    >
      {search && <FilterControl field={search} asked={asked} invalidValues={invalidValues} />}
      {filters.length > 0 && (
        <Disclosure
          summary={folded > 0 ? `Filters (${folded})` : "Filters"}
          openWhenWide
          open={Object.keys(invalidValues).length > 0}
        >
          {filters.map((field) => (
            <FilterControl key={field.name} field={field} asked={asked} invalidValues={invalidValues} />
          ))}
        </Disclosure>
      )}
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button variant="secondary" icon="search">
        Search
      </Button>
      <InvalidFilterNotice values={invalidValues} labels={labels} />
    </GetForm>
  )
}

interface FilterControlProps {
  field: FilterField
  asked: ListQuery["filter"]
  invalidValues: InvalidFilterValues
}

/** Shows an invalid value as it was entered, also among options. */
function FilterControl({ field, asked, invalidValues }: FilterControlProps) {
  const { name, label, options, wholeLength: _, ...native } = field
  const value = String(invalidValues[name] ?? asked[name] ?? "")
  const control = { id: `filter-${name}`, name, defaultValue: value, ...filterErrorProps(name, invalidValues) }
  const isKnown = value === "" || options?.some((option) => optionValue(option) === value)
  return (
    <>
      <label htmlFor={control.id}>
        {label}{" "}
        {options ? (
          <Select {...control} placeholder="All" options={isKnown ? options : [value, ...options]} />
        ) : (
          <input type="search" maxLength={native.type === "date" ? undefined : 100} {...native} {...control} />
        )}
      </label>{" "}
    </>
  )
}
