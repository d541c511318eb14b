import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import type { PictureView } from "~/domain/media/picture"
import { ProductPicture } from "~/ui/picture"

interface LineItemProps {
  name: string
  picture: PictureView | null
  /** The address that the name links to; absent for a product that is no longer sold. */
  to?: string
  /** Under the name: unit price, quantity × price. */
  detail?: ReactNode
  /** At the end of the line: what it costs. */
  amount?: ReactNode
  /** Controls: stepper, remove button, a notice about stock. */
  children?: ReactNode
}

/** One line of a cart or an order; goes into a `<ul className="line-items">`. */
export function LineItem({ name, picture, to, detail, amount, children }: LineItemProps) {
  return (
    <li className="line-item">
      <ProductPicture picture={picture} sizes="6rem" upTo={320} alt="" />
      <div className="line-item-words">
        <p className="line-item-name">{to ? <Link to={to}>{name}</Link> : name}</p>
        {detail && <p className="muted">{detail}</p>}
      </div>
      {amount && <p className="line-item-amount">{amount}</p>}
      {children && <div className="line-item-controls">{children}</div>}
    </li>
  )
}
