import type { ReactNode } from "react"
import { AdminPage } from "../admin-page"
import { StaffLink } from "../permitted/permitted"
import { ListTable, type ListTableProps } from "./list-table"
import { type ListQuery, listUrl } from "./list-url"
import { TableFilter, type TableFilterProps } from "./table-filter"

interface ListPageProps extends Omit<ListTableProps, "caption">, Pick<TableFilterProps, "search" | "filters"> {
  title: string
  /** The caption of the table; by default the title */
  caption?: string
  /** The label of the filter; by default the caption */
  label?: string
  lead?: ReactNode
  actions?: ReactNode
  /** Content around the table, such as a form whose checkboxes are in the rows */
  children?: (table: ReactNode) => ReactNode
}

export function ListPage({
  title,
  caption = title,
  label = caption,
  lead,
  actions,
  search,
  filters,
  children = (table) => table,
  ...list
}: ListPageProps) {
  return (
    <AdminPage title={title} lead={lead} actions={actions}>
      {(search || filters) && <TableFilter label={label} search={search} filters={filters} {...list} />}
      {children(<ListTable caption={caption} {...list} />)}
    </AdminPage>
  )
}

export function ExportLink({ list }: { list: ListQuery }) {
  return (
    <StaffLink
      to={listUrl({ ...list, path: `${list.path}/export` }, { page: 1 })}
      reloadDocument
      className="button button-secondary button-small"
    >
      Export CSV
    </StaffLink>
  )
}
