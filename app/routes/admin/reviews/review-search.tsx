import { useSubmit } from "@remix-run/react"
import type { ChangeEvent } from "react"
import { pluralize } from "~/domain/pluralize"
import type { InvalidFilterValues } from "~/http/invalid-filter-values"
import type { ListQuery } from "~/routes/admin/tables/list-url"
import { FilterSelect, TableFilter } from "~/routes/admin/tables/table-filter"
import { filterErrorProps } from "~/ui/invalid-filter-notice"

interface ReviewSearchProps {
  filter: { product: string; user: string; rating: string }
  list: ListQuery
  invalidValues: InvalidFilterValues
}

const ID_LENGTH = 24

/** A product's id, or nothing for the newest reviews of all; with scripts a whole id searches by itself. */
export function ReviewSearch({ filter: { product, user, rating }, list, invalidValues }: ReviewSearchProps) {
  const submit = useSubmit()
  function searchWholeId({ target }: ChangeEvent<HTMLInputElement>) {
    if (target.value.trim().length === ID_LENGTH && target.form) submit(target.form, { preventScrollReset: true })
  }
  return (
    <TableFilter
      list={list}
      label="Reviews"
      invalidValues={invalidValues}
      search={
        <label>
          Product ID
          <input
            type="text"
            name="product"
            defaultValue={product}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            onChange={searchWholeId}
            {...filterErrorProps("product", invalidValues)}
          />
        </label>
      }
    >
      <FilterSelect label="Rating" name="rating" value={invalidValues.rating ?? rating} options={ratings} />
      {user && <input type="hidden" name="user" value={user} />}
    </TableFilter>
  )
}

const ratings = [5, 4, 3, 2, 1].map((stars) => ({
  value: String(stars),
  label: pluralize(stars, "star"),
}))
