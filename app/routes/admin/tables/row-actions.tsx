import { ButtonLink } from "~/ui/button"
import { ConfirmLink } from "~/ui/confirm-link"

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

/** The end of a row: edit and delete. */
export function RowActions({ edit, remove, name, consequence }: RowActionsProps) {
  return (
    <div className="cluster">
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
    </div>
  )
}
