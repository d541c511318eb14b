import type { SubmissionResult } from "@conform-to/react"

export function messagesOf(result: Pick<SubmissionResult<string[]>, "error"> | undefined): string[] {
  return Object.values(result?.error ?? {}).flatMap((messages) => messages ?? [])
}
