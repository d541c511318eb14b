import { useSyncExternalStore } from "react"
import { onStalledRequests, type StalledRequest, stalledRequests } from "~/connection/stalled-requests"

/** The request that waits for a lost connection, if any */
export function useStalledRequest(): StalledRequest | undefined {
  return useSyncExternalStore(onStalledRequests, stalledRequests, () => none)[0]
}

const none: readonly StalledRequest[] = []
