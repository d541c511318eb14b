import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import type { PictureView } from "~/domain/media/picture"
import { ProductPicture } from "~/ui/picture"

interface LineItemProps {
  name: string
  picture: PictureView | null
  /** Absent for a product that is no longer sold. */
  to?: string
  detail?: ReactNode
  /** The reason why its purchase is exempt from withdrawal */
  exemption?: string | null
  amount?: ReactNode
  children?: ReactNode
}

export function LineItem({ name, picture, to, detail, exemption, amount, children }: LineItemProps) {
  return (
    <li className="line-item">
      <ProductPicture picture={picture} sizes="6rem" upTo={320} alt="" />
      <div className="line-item-words">
        <p className="line-item-name">{to ? <Link to={to}>{name}</Link> : name}</p>
        {detail && <p className="muted">{detail}</p>}
        {exemption && <p className="muted">No right of withdrawal: {exemption}</p>}
      </div>
      {amount && <p className="line-item-amount">{amount}</p>}
      {children && <div className="line-item-controls">{children}</div>}
    </li>
  )
}
