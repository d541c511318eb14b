import { ButtonLink } from "~/ui/button"
import { type Column, DataTable, type Row } from "~/ui/data-table"
import { EmptyState } from "~/ui/empty-state"
import { Pagination } from "~/ui/pagination"
import { shownRows } from "~/ui/shown-rows"
import { isFiltered, type ListQuery, listUrl } from "./list-url"

/** Rows on one page of every table of the administration. */
const PER_PAGE = 10

interface ListTableProps {
  caption: string
  list: ListQuery
  columns: Column[]
  rows: Row[]
  /** How many there are, on all pages. */
  count: number
  /** The message when there are no rows, or none that match. */
  nothing: string
}

/** A table of the administration with its empty states and its pages. */
export function ListTable({ caption, list, columns, rows, count, nothing }: ListTableProps) {
  const page = Number(list.filter.page)
  const pages = Math.ceil(count / PER_PAGE)
  return (
    <>
      <DataTable
        caption={caption}
        captionHidden
        columns={columns}
        rows={rows}
        shown={shownRows(page, PER_PAGE, count)}
        empty={<Nothing list={list} pages={pages} words={nothing} />}
      />
      <Pagination page={page} pages={pages} href={(page) => listUrl(list, { page })} />
    </>
  )
}

function Nothing({ list, pages, words }: { list: ListQuery; pages: number; words: string }) {
  if (pages > 0) {
    const last = <ButtonLink to={listUrl(list, { page: pages })}>Go to the last page</ButtonLink>
    return <EmptyState title="There is nothing on this page" icon="search" action={last} />
  }
  const all = isFiltered(list) && (
    <ButtonLink to={list.path} variant="secondary">
      Show all
    </ButtonLink>
  )
  return <EmptyState title={words} icon="search" action={all} />
}
