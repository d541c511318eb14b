import type { ComponentProps } from "react"
import type { InvalidFilterValues } from "~/http/doorways/invalid-filter-values"
import { ButtonLink } from "~/ui/button"
import { type Column, DataTable, type Row } from "~/ui/lists/data-table"
import { EmptyState } from "~/ui/lists/empty-state"
import { Pagination } from "~/ui/lists/pagination"
import { pagesOf, shownRows } from "~/ui/lists/shown-rows"
import { isFiltered, type ListQuery, listUrl } from "./list-url"

export interface ListTableProps {
  caption: string
  list: ListQuery
  columns: ListColumn[]
  rows: Row[]
  /** The count over all pages; of more than `MAX_COUNTED` rows, only those are shown */
  count: number
  perPage?: number
  /** The content of a list that has no rows without a filter either */
  empty: ComponentProps<typeof EmptyState>
  /** The title of a list without results, for any reason */
  noResults?: string
  invalidValues?: InvalidFilterValues
}

interface ListColumn extends Omit<Column, "sort"> {
  /** The sort orders of the heading; a second click reverses the first. */
  sort?: [ascending: string, descending?: string]
}

export function ListTable({
  caption,
  list,
  columns,
  rows,
  count,
  perPage = 10,
  empty,
  noResults,
  invalidValues = {},
}: ListTableProps) {
  const page = Number(list.filter.page)
  const pages = pagesOf(count, perPage)
  const isAll = !isFiltered(list) && Object.keys(invalidValues).length === 0
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns.map(({ sort, ...column }) => ({ ...column, sort: sort && sortLink(list, ...sort) }))}
        rows={rows}
        shown={shownRows(page, perPage, count)}
        empty={
          isAll && pages === 0 ? (
            <EmptyState {...empty} {...retitle(noResults, empty.title)} />
          ) : (
            <NothingFound list={list} pages={pages} noResults={noResults} />
          )
        }
      />
      <Pagination page={page} pages={pages} href={(page) => listUrl(list, { page })} />
    </>
  )
}

function sortLink(list: ListQuery, ascending: string, descending?: string): Column["sort"] {
  const current = list.filter.sort
  if (current === ascending) {
    return { href: listUrl(list, { sort: descending ?? ascending }), direction: "ascending" }
  }
  const direction = descending !== undefined && current === descending ? "descending" : undefined
  return { href: listUrl(list, { sort: ascending }), direction }
}

function NothingFound({ list, pages, noResults }: { list: ListQuery; pages: number; noResults?: string }) {
  if (pages > 0) {
    const last = <ButtonLink to={listUrl(list, { page: pages })}>Go to the last page</ButtonLink>
    return <EmptyState {...retitle(noResults, "There is nothing on this page")} icon="search" action={last} />
  }
  const all = (
    <ButtonLink to={list.path} variant="secondary">
      Show all
    </ButtonLink>
  )
  return <EmptyState title={noResults ?? "Nothing found"} icon="search" action={all} />
}

/** Makes the list's own title the first line and the reason the second. */
function retitle(noResults: string | undefined, reason: string) {
  return noResults ? { title: noResults, children: <p>{reason}</p> } : { title: reason }
}
