import { useNavigation } from "@remix-run/react"

/** A thin line at the top of the window while scripts fetch the next page; it stays away when that takes no time. */
export function ProgressLine() {
  const { state } = useNavigation()
  if (state === "idle") return null
  return <div className="progress-line" aria-hidden="true" />
}
