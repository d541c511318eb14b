import { ButtonLink } from "~/ui/button"
import { ConfirmLink } from "~/ui/confirm-link"
import { Icon } from "~/ui/icon"
import { Menu } from "~/ui/menu"

interface RowActionsProps {
  /** The page that edits the row; absent where it can only be deleted. */
  edit?: string
  /** The page that asks before it deletes. */
  remove: string
  /** The row's name, as in "order 66f0…": for screen readers and the question. */
  name: string
  /** The consequence of deleting. */
  consequence: string
}

/** The end of a row: edit and delete, behind one control where there is little width. */
export function RowActions({ edit, remove, name, consequence }: RowActionsProps) {
  return (
    <Menu className="row-actions" label={`Actions for ${name}`} trigger={<Icon name="more" />}>
      {edit && (
        <ButtonLink to={edit} variant="quiet" small icon="edit" aria-label={`Edit ${name}`}>
          Edit
        </ButtonLink>
      )}
      <ConfirmLink
        to={remove}
        label="Delete"
        name={`Delete ${name}`}
        icon="trash"
        small
        title={`Delete ${name}?`}
        confirm="Delete"
      >
        <p>{consequence}</p>
      </ConfirmLink>
    </Menu>
  )
}
