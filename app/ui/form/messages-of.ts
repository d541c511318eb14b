import type { SubmissionResult } from "@conform-to/react"

/** Everything that is wrong with a submission, in the order of its fields. */
export function messagesOf(result: Pick<SubmissionResult<string[]>, "error"> | undefined): string[] {
  return Object.values(result?.error ?? {}).flatMap((messages) => messages ?? [])
}
