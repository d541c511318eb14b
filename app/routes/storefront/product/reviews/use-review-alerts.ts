import { useNavigate } from "@remix-run/react"
import { useEffect } from "react"
import type { FormResult } from "~/http/doorways/form.server"
import { messagesOf } from "~/ui/form/messages-of"

interface ReviewOutcome {
  added: boolean
  refused: FormResult | undefined
  closeHref: string
}

/** Uses the browser's own alert, and returns to the product. */
export function useReviewAlerts({ added, refused, closeHref }: ReviewOutcome) {
  const navigate = useNavigate()
  useEffect(() => {
    if (refused?.error) window.alert(messagesOf(refused).join("\n"))
  }, [refused])
  useEffect(() => {
    if (!added) return
    window.alert("New review added")
    navigate(closeHref, { replace: true, preventScrollReset: true })
  }, [added, closeHref, navigate])
}
