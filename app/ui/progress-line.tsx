import { useNavigation } from "@remix-run/react"
import { useStalledRequest } from "./use-stalled-request"

/** A thin line at the top of the window while scripts fetch the next page; it stays away when that takes no time. */
export function ProgressLine() {
  const { state } = useNavigation()
  const held = useStalledRequest()
  if (state === "idle" || held) return null
  return <div className="progress-line" aria-hidden="true" />
}
