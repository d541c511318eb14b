/** A request that waits for a person, because the connection has failed it. */
export interface StalledRequest {
  /** The problem, in a sentence. */
  message: string
  /** Whether it sends a form, rather than asks for a page. */
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
