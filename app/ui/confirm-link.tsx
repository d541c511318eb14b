import { useLocation } from "@remix-run/react"
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { PostForm } from "~/ui/form/post-form"
import { Button, ButtonLink } from "./button"
import { useModal } from "./dialog"
import type { IconName } from "./icon"

interface ConfirmLinkProps {
  to: string
  label: string
  name?: string
  icon?: IconName
  small?: boolean
  title: string
  confirm: string
  keep?: string
  /** The question, and fields of the form */
  children: ReactNode
}

/** A link to a confirmation page; with scripts, a dialog. */
export function ConfirmLink({ to, label, name, icon, small, ...question }: ConfirmLinkProps) {
  const [open, setOpen] = useState(false)
  function ask(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <ButtonLink to={to} variant="danger" small={small} icon={icon} aria-label={name} onClick={ask}>
        {label}
      </ButtonLink>
      {open && <ConfirmDialog to={to} onClose={() => setOpen(false)} {...question} />}
    </>
  )
}

interface ConfirmDialogProps extends Pick<ConfirmLinkProps, "to" | "title" | "confirm" | "keep" | "children"> {
  onClose: () => void
}

/** Rendered in the body, outside the layout of the link's row */
function ConfirmDialog({ to, title, confirm, keep = "Cancel", children, onClose }: ConfirmDialogProps) {
  const titleId = useId()
  const dialog = useModal()
  useCloseOnNavigation(dialog)
  return createPortal(
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId} onClose={onClose}>
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
      </div>
      <PostForm tool={null} action={to} className="stack" preventScrollReset>
        {children}
        <div className="cluster">
          <Button variant="danger">{confirm}</Button>
          <Button type="button" variant="secondary" data-first onClick={() => dialog.current?.close()}>
            {keep}
          </Button>
        </div>
      </PostForm>
    </dialog>,
    document.body,
  )
}

function useCloseOnNavigation(dialog: RefObject<HTMLDialogElement>) {
  const { key } = useLocation()
  const first = useRef(key)
  useEffect(() => {
    if (key !== first.current) dialog.current?.close()
  }, [dialog, key])
}
