/** A failed request that waits for a person to retry. */
export interface StalledRequest {
  message: string
  isSubmission: boolean
  retry(): void
}

let stalled: readonly StalledRequest[] = []
const listeners = new Set<() => void>()

export function addStalledRequest(request: StalledRequest): () => void {
  publish([...stalled, request])
  return () => publish(stalled.filter((one) => one !== request))
}

function publish(next: readonly StalledRequest[]) {
  stalled = next
  for (const listener of listeners) listener()
}

export const stalledRequests = () => stalled

export function onStalledRequests(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
