import type { ShouldRevalidateFunction } from "@remix-run/react"

/**
 * For screens whose subject may have moved on: with scripts a refused form also brings the newest state along, as it does
 * without. By itself single fetch asks anew only after success.
 */
export const revalidateAfterRefusal: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) => {
  return defaultShouldRevalidate || (actionStatus !== undefined && actionStatus >= 400)
}
