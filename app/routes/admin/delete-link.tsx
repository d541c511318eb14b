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
    "It is removed from all lists and from the income. The payment and the stock do not change. You can undo this for 30 days.",
  product: "It is removed from the shop and from carts. Past orders keep it. You can undo this for 30 days.",
  category:
    "Its page is removed. Its products move to the category that you choose, and links to it lead there. You can undo this for 30 days.",
  user: "They are signed out immediately and cannot sign in again. Their orders and reviews stay. You can undo this for 30 days.",
  zone: "You no longer ship to its places, unless another zone includes them. Existing orders do not change.",
  method: "Shoppers can no longer choose it. Existing orders keep it.",
  rate: "Existing orders keep their tax.",
  review: "It is removed from the product, and the rating is recalculated. You can undo this for 30 days.",
} as const
