import type { ShouldRevalidateFunction } from "@remix-run/react"

/** Remix's single fetch revalidates only after success; here a refused form also gets the newest state. */
export const revalidateAfterRefusal: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) => {
  return defaultShouldRevalidate || (actionStatus !== undefined && actionStatus >= 400)
}
