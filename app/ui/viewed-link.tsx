import { Link } from "@remix-run/react"

/** The link for members to recently viewed products if no scripts run: the server remembers them. */
export function ViewedLink({ isMember }: { isMember: boolean }) {
  if (!isMember) return null
  return (
    <p className="without-scripts">
      <Link to="/recently-viewed">Products that you viewed recently</Link>
    </p>
  )
}
