import type { SubmissionResult } from "@conform-to/react"
import { ErrorSummary } from "./error-summary"
import { messagesOf } from "./messages-of"

interface RefusalProps {
  /** Tells the refusals of a page's forms apart. */
  id: string
  /** The server's answer, if there is one. */
  result: SubmissionResult<string[]> | undefined
}

/** Why the server refused a form that has no fields of its own to mark: announced, and given the focus. */
export function Refusal({ id, result }: RefusalProps) {
  return <ErrorSummary form={{ id, errorId: `${id}-error`, allErrors: { "": messagesOf(result) } }} answer={result} />
}
