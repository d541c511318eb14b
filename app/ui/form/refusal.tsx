import type { SubmissionResult } from "@conform-to/react"
import { ErrorSummary } from "./error-summary"

interface RefusalProps {
  /** Tells the refusals of a page's forms apart. */
  id: string
  /** What the server answered, if anything. */
  result: SubmissionResult<string[]> | undefined
}

/** Why the server refused a form that has no fields of its own to mark: announced, and given the focus. */
export function Refusal({ id, result }: RefusalProps) {
  const messages = Object.values(result?.error ?? {}).flatMap((errors) => errors ?? [])
  return <ErrorSummary form={{ id, errorId: `${id}-error`, allErrors: { "": messages } }} />
}
