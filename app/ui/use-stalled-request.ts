import { useSyncExternalStore } from "react"
import { onStalledRequests, type StalledRequest, stalledRequests } from "~/connection/stalled-requests"

/** The request that waits for a person, if any. Until they decide, nothing is busy: they may also press the button again. */
export function useStalledRequest(): StalledRequest | undefined {
  return useSyncExternalStore(onStalledRequests, stalledRequests, () => none)[0]
}

const none: readonly StalledRequest[] = []
