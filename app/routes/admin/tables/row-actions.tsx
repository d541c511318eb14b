import type { DeletableKind } from "~/domain/deletion/deleted-record"
import { paths, recordPaths } from "~/paths"
import { DeleteLink } from "~/routes/admin/delete-link"
import { ButtonLink } from "~/ui/button"
import { Icon } from "~/ui/icon"
import { Menu } from "~/ui/shell/menu"
import { type ListQuery, withReturnPath } from "./list-url"

interface RowActionsProps {
  list: ListQuery
  kind: DeletableKind
  id: string
  /** The row's name, as in "order 66f0…": for screen readers and the question. */
  name: string
}

/** Behind one control where there is little width; reviews can only be deleted. */
export function RowActions({ list, kind, id, name }: RowActionsProps) {
  return (
    <Menu className="row-actions" label={`Actions for ${name}`} trigger={<Icon name="more" />}>
      {kind !== "review" && (
        <ButtonLink
          to={withReturnPath(recordPaths[kind](id), list)}
          variant="quiet"
          small
          icon="edit"
          aria-label={`Edit ${name}`}
        >
          Edit
        </ButtonLink>
      )}
      <DeleteLink to={withReturnPath(paths.deleteRecord(kind, id), list)} kind={kind} name={name} inRow />
    </Menu>
  )
}
