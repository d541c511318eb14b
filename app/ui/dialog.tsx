import { Link, useNavigate } from "@remix-run/react"
import { type ReactEventHandler, type ReactNode, type SyntheticEvent, useEffect, useRef } from "react"
import { Icon } from "./icon"

interface DialogProps {
  id: string
  title: string
  children: ReactNode
}

interface LinkedDialogProps extends DialogProps {
  open: boolean
  closeHref: string
}

/** Opened and closed by links: part of the page without scripts, modal with them. */
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

/** Unmounts with the click that closes it: the later `close` event would also close a dialog opened again. */
export function ScriptedDialog({ onClose, ...dialog }: ScriptedDialogProps) {
  function leave(event: SyntheticEvent<HTMLElement>) {
    event.preventDefault()
    event.currentTarget.closest("dialog")?.close()
    onClose()
  }
  const close = (
    <button type="button" className="icon-button" onClick={leave}>
      <Icon name="close" label="Close" />
    </button>
  )
  return <Modal {...dialog} close={close} onCancel={leave} onClose={onClose} />
}

interface ModalProps extends DialogProps {
  close: ReactNode
  onCancel?: ReactEventHandler<HTMLDialogElement>
  onClose: () => void
}

function Modal({ id, title, close, onCancel, onClose, children }: ModalProps) {
  const ref = useModal()
  const titleId = `${id}-title`
  return (
    <dialog ref={ref} id={id} className="dialog" aria-labelledby={titleId} open onCancel={onCancel} onClose={onClose}>
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        {close}
      </div>
      {children}
    </dialog>
  )
}

/** Opens a dialog as modal, with the focus on its `data-first`. */
export function useModal() {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    dialog.removeAttribute("open")
    dialog.showModal()
    dialog.querySelector<HTMLElement>("[data-first]")?.focus()
  }, [])
  return ref
}
