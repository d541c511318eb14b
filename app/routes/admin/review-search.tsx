import { useSubmit } from "@remix-run/react"
import type { ChangeEvent } from "react"
import type { List } from "./list-address"
import { Choice, TableFilter } from "./table-filter"

interface ReviewSearchProps {
  filter: { product: string; user: string; rating: string }
  list: List
}

const ID_LENGTH = 24

/** A product's id, or nothing for the newest reviews of all; with scripts a whole id searches by itself. */
export function ReviewSearch({ filter: { product, user, rating }, list }: ReviewSearchProps) {
  const submit = useSubmit()
  function searchWholeId({ target }: ChangeEvent<HTMLInputElement>) {
    if (target.value.trim().length === ID_LENGTH && target.form) submit(target.form, { preventScrollReset: true })
  }
  return (
    <TableFilter list={list} label="Reviews">
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
        />
      </label>
      <Choice label="Rating" name="rating" value={rating} options={ratings} />
      {user && <input type="hidden" name="user" value={user} />}
    </TableFilter>
  )
}

const ratings = [5, 4, 3, 2, 1].map((stars) => ({
  value: String(stars),
  label: stars === 1 ? "1 star" : `${stars} stars`,
}))
