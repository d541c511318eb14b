import { Link, useNavigate } from "@remix-run/react"
import { type ReactNode, useEffect, useRef } from "react"
import { Icon } from "./icon"

interface DialogProps {
  id: string
  title: string
  /** Whether the address asks for it. */
  open: boolean
  /** The address of the page without the dialog. */
  closeHref: string
  children: ReactNode
}

/** Opened and closed by links. Without scripts it is a part of the page; with them a real, modal dialog. */
export function Dialog({ id, title, open, closeHref, children }: DialogProps) {
  const ref = useModal(open)
  const navigate = useNavigate()
  if (!open) return null
  const leave = () => navigate(closeHref, { replace: true, preventScrollReset: true })
  const titleId = `${id}-title`
  return (
    <dialog ref={ref} id={id} className="dialog" aria-labelledby={titleId} open onClose={leave}>
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <Link to={closeHref} className="icon-button" replace preventScrollReset>
          <Icon name="close" label="Close" />
        </Link>
      </div>
      {children}
    </dialog>
  )
}

function useModal(open: boolean) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    dialog.removeAttribute("open")
    dialog.showModal()
  }, [open])
  return ref
}
