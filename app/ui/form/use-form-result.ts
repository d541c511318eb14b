import { useActionData, useLocation, useRouteLoaderData } from "@remix-run/react"
import type { Draft } from "~/http/session/drafts.server"

/** The action's response, or the draft of an ended session. */
export function useFormResult<Answer = unknown>(): ReturnType<typeof useActionData<Answer>> {
  const answer = useActionData<Answer>()
  const root = useRouteLoaderData<{ draft: Draft | null }>("root")
  const { pathname } = useLocation()
  if (answer !== undefined || root?.draft?.path !== pathname) return answer
  return root.draft.result as unknown as typeof answer
}
