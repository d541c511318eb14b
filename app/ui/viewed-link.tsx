import { Link } from "@remix-run/react"

/** Where members find what they viewed if no scripts run: the server remembers it for them. */
export function ViewedLink({ isMember }: { isMember: boolean }) {
  if (!isMember) return null
  return (
    <p className="without-scripts">
      <Link to="/recently-viewed">Products that you viewed recently</Link>
    </p>
  )
}
