import type { SubmissionResult } from "@conform-to/react"
import { ErrorSummary } from "./error-summary"
import { messagesOf } from "./messages-of"

interface RefusalProps {
  id: string
  result: SubmissionResult<string[]> | undefined
}

/** The refusal of a form without fields of its own: announced and focused. */
export function Refusal({ id, result }: RefusalProps) {
  return <ErrorSummary form={{ id, errorId: `${id}-error`, allErrors: { "": messagesOf(result) } }} answer={result} />
}
