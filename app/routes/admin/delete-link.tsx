import type { ReactNode } from "react"
import { ConfirmLink } from "~/ui/confirm-link"
import { useMayOpen } from "./use-may"

interface DeleteLinkProps {
  to: string
  kind: keyof typeof consequences
  /** A description such as "order 66f0…" */
  name: string
  /** Adds the name for screen readers */
  inRow?: boolean
  /** Fields of the form */
  children?: ReactNode
}

export function DeleteLink({ to, kind, name, inRow, children }: DeleteLinkProps) {
  if (!useMayOpen()(to)) return null
  return (
    <ConfirmLink
      to={to}
      label="Delete"
      name={inRow ? `Delete ${name}` : undefined}
      icon="trash"
      small
      title={`Delete ${name}?`}
      confirm="Delete"
    >
      <p>{consequences[kind]}</p>
      {children}
    </ConfirmLink>
  )
}

export const consequences = {
  order:
    "It disappears from every list and from the income. Payment and stock stay as they are. You can undo this for 30 days.",
  product: "It disappears from the shop and from carts; past orders keep it. You can undo this for 30 days.",
  category:
    "Its page is removed. Its products move to the category that you choose, and its address leads there. You can undo this for 30 days.",
  user: "They are signed out at once and cannot sign in again; their orders and reviews stay. You can undo this for 30 days.",
  zone: "Its places belong to the next zone that names them; without one, you do not ship there. Existing orders do not change.",
  method: "It is no longer offered. Existing orders keep it.",
  rate: "Existing orders keep their tax.",
  review: "It disappears from its product, whose rating is recalculated. You can undo this for 30 days.",
} as const
