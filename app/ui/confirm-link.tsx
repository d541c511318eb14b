import { Form, useLocation } from "@remix-run/react"
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { Button, ButtonLink } from "./button"
import type { IconName } from "./icon"

interface ConfirmLinkProps {
  /** The page that asks, and to which the answer is sent. */
  to: string
  /** What the link says; `name` says more to screen readers where it stands in every row. */
  label: string
  name?: string
  icon?: IconName
  small?: boolean
  title: string
  /** What the button that really does it says. */
  confirm: string
  /** What will happen. */
  children: ReactNode
}

/** A link to a page that asks before it does something; with scripts the same question is asked in a dialog, right here. */
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
      {open && <Question to={to} onClose={() => setOpen(false)} {...question} />}
    </>
  )
}

interface QuestionProps extends Pick<ConfirmLinkProps, "to" | "title" | "confirm" | "children"> {
  onClose: () => void
}

/** Stands apart from where the link is: whatever lays out a row does not lay out the question. */
function Question({ to, title, confirm, children, onClose }: QuestionProps) {
  const titleId = useId()
  const dialog = useModal()
  return createPortal(
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId} onClose={onClose}>
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
      </div>
      <div className="stack">
        {children}
        <Form method="post" action={to} className="cluster" preventScrollReset>
          <Button variant="danger">{confirm}</Button>
          <Button type="button" variant="secondary" data-first onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
        </Form>
      </div>
    </dialog>,
    document.body,
  )
}

/** Shows the dialog with the harmless answer in focus, and closes it when the other has led somewhere. */
function useModal() {
  const ref = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const first = useRef(key)
  useEffect(() => {
    ref.current?.showModal()
    ref.current?.querySelector<HTMLElement>("[data-first]")?.focus()
  }, [])
  useEffect(() => {
    if (key !== first.current) ref.current?.close()
  }, [key])
  return ref
}
