import { useActionData, useLocation, useRouteLoaderData } from "@remix-run/react"
import type { Draft } from "~/http/session/drafts.server"

/** Returns the action's response, or the draft of an ended session. */
export function useFormResult<Result = unknown>(): ReturnType<typeof useActionData<Result>> {
  const result = useActionData<Result>()
  const root = useRouteLoaderData<{ draft: Draft | null }>("root")
  const { pathname } = useLocation()
  if (result !== undefined || root?.draft?.path !== pathname) return result
  return root.draft.result as unknown as typeof result
}
