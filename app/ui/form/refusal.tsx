import type { SubmissionResult } from "@conform-to/react"
import { ErrorSummary } from "./error-summary"
import { messagesOf } from "./messages-of"
import { useFormResult } from "./use-form-result"

interface RefusalProps {
  id: string
  /** The response to the page's own form by default */
  result?: SubmissionResult<string[]>
}

/** The refusal of a form without fields: announced and focused */
export function Refusal({ id, result: given }: RefusalProps) {
  const page = useFormResult<SubmissionResult<string[]>>()
  const result = given ?? page
  return <ErrorSummary form={{ id, errorId: `${id}-error`, allErrors: { "": messagesOf(result) } }} result={result} />
}
