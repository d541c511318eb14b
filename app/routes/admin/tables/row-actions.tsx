import type { DeletableKind } from "~/domain/deletion/deleted-record"
import { paths, recordPaths } from "~/paths"
import { Icon } from "~/ui/icon"
import { Menu } from "~/ui/shell/menu"
import { DeleteLink } from "../delete-link"
import { StaffButtonLink } from "../permitted/permitted"
import { useMayOpen } from "../use-may"
import { type ListQuery, withReturnPath } from "./list-url"

interface RowActionsProps {
  list: ListQuery
  kind: DeletableKind
  id: string
  /** A name such as "order 66f0…", for screen readers and the question */
  name: string
}

/** The actions are behind one control where there is little space; reviews can only be deleted. */
export function RowActions({ list, kind, id, name }: RowActionsProps) {
  const mayOpen = useMayOpen()
  const [edit, remove] = [kind === "review" ? null : recordPaths[kind](id), paths.deleteRecord(kind, id)]
  if (!mayOpen(remove) && !(edit && mayOpen(edit))) return null
  return (
    <Menu className="row-actions" label={`Actions for ${name}`} trigger={<Icon name="more" />}>
      {edit && (
        <StaffButtonLink to={withReturnPath(edit, list)} variant="quiet" small icon="edit" aria-label={`Edit ${name}`}>
          Edit
        </StaffButtonLink>
      )}
      <DeleteLink to={withReturnPath(remove, list)} kind={kind} name={name} inRow />
    </Menu>
  )
}
