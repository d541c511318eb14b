import { Link, useNavigate } from "@remix-run/react"
import { type ReactNode, useEffect, useRef } from "react"
import { Icon } from "./icon"

interface DialogProps {
  id: string
  title: string
  children: ReactNode
}

interface LinkedDialogProps extends DialogProps {
  /** Whether the address asks for it. */
  open: boolean
  /** The address of the page without the dialog. */
  closeHref: string
}

/** Opened and closed by links. Without scripts it is a part of the page; with them a real, modal dialog. */
export function Dialog({ open, closeHref, ...dialog }: LinkedDialogProps) {
  const navigate = useNavigate()
  if (!open) return null
  const leave = () => navigate(closeHref, { replace: true, preventScrollReset: true })
  const close = (
    <Link to={closeHref} className="icon-button" replace preventScrollReset>
      <Icon name="close" label="Close" />
    </Link>
  )
  return <Modal {...dialog} close={close} onClose={leave} />
}

interface ScriptedDialogProps extends DialogProps {
  onClose: () => void
}

/** One that only scripts open, by showing it; it has no address, and gives the focus back when it is closed. */
export function ScriptedDialog({ onClose, ...dialog }: ScriptedDialogProps) {
  const close = (
    <form method="dialog">
      <button type="submit" className="icon-button">
        <Icon name="close" label="Close" />
      </button>
    </form>
  )
  return <Modal {...dialog} close={close} onClose={onClose} />
}

interface ModalProps extends DialogProps {
  close: ReactNode
  onClose: () => void
}

function Modal({ id, title, close, onClose, children }: ModalProps) {
  const ref = useModal()
  const titleId = `${id}-title`
  return (
    <dialog ref={ref} id={id} className="dialog" aria-labelledby={titleId} open onClose={onClose}>
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        {close}
      </div>
      {children}
    </dialog>
  )
}

function useModal() {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    dialog.removeAttribute("open")
    dialog.showModal()
  }, [])
  return ref
}
