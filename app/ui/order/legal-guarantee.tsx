import { Link } from "@remix-run/react"
import type { LegalGuarantee as Guarantee } from "~/domain/returns/legal-guarantee"

export function LegalGuarantee({ of }: { of: Guarantee | null }) {
  if (!of) return null
  return (
    <p className="muted">
      {of.reminder} {of.notice && <Link to={of.notice}>Legal guarantee: the EU’s notice</Link>}
    </p>
  )
}
