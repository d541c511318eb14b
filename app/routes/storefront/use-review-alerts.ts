import type { SubmissionResult } from "@conform-to/react"
import { useNavigate } from "@remix-run/react"
import { useEffect } from "react"

/** Says how a submitted review fared, in the browser's own alert, and closes the dialog once it is kept. */
export function useReviewAlerts(
  result: Pick<SubmissionResult<string[]>, "status" | "error"> | undefined,
  { added, closeHref }: { added: string; closeHref: string },
) {
  const navigate = useNavigate()
  useEffect(() => {
    if (result?.status === "error") {
      window.alert(
        Object.values(result.error ?? {})
          .flatMap((messages) => messages ?? [])
          .join("\n"),
      )
    } else if (result?.status === "success") {
      window.alert(added)
      navigate(closeHref, { replace: true, preventScrollReset: true })
    }
  }, [result, added, closeHref, navigate])
}
