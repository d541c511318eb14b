import { type RefObject, useLayoutEffect, useRef } from "react"
import { createPortal } from "react-dom"
import type { StalledRequest } from "~/connection/stalled-requests"
import { Button } from "~/ui/button"
import { Icon } from "~/ui/icon"
import { useStalledRequest } from "~/ui/use-stalled-request"

export function ConnectionNotice() {
  const held = useStalledRequest()
  // An open modal dialog makes everything outside it inert.
  const dialog = held && document.querySelector("dialog:modal")
  return (
    <div className="connection-notice" role="alert">
      {held && (dialog ? createPortal(<RetryPrompt {...held} framed />, dialog) : <RetryPrompt {...held} />)}
    </div>
  )
}

function RetryPrompt({ message, isSubmission, retry, framed }: StalledRequest & { framed?: boolean }) {
  const own = useRef<HTMLDivElement>(null)
  useRestoredFocus(own)
  const words = (
    <div ref={own} className="connection-notice-words">
      <Icon name="alert" />
      <p>
        {message} {isSubmission ? "Your input is still here." : "This page is unchanged."}
      </p>
      <Button type="button" variant="secondary" small onClick={retry}>
        {isSubmission ? "Send again" : "Try again"}
      </Button>
    </div>
  )
  return framed ? (
    <div className="connection-notice" role="alert">
      {words}
    </div>
  ) : (
    words
  )
}

/** The clicked button unmounts with the notice. */
function useRestoredFocus(own: RefObject<HTMLElement>) {
  useLayoutEffect(() => {
    const notice = own.current
    let before = document.activeElement
    const remember = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Element && !notice?.contains(relatedTarget)) before = relatedTarget
    }
    notice?.addEventListener("focusin", remember)
    return () => {
      notice?.removeEventListener("focusin", remember)
      if (notice?.contains(document.activeElement) && before instanceof HTMLElement) before.focus()
    }
  }, [own])
}
