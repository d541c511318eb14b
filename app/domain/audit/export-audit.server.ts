import { stringify } from "csv-stringify/sync"
import type { Admin } from "../accounts/user"
import type { Shop } from "../shop"
import type { AuditFilter } from "./audit-filter"
import { listWholeAudit } from "./audit-list.server"

const heading = ["at", "person", "personId", "action", "kind", "id", "before", "after"]

/** Everything that matches, newest first, as CSV; before and after are JSON. */
export async function exportAudit(shop: Shop, admin: Admin, filter: AuditFilter): Promise<string> {
  const lines = await listWholeAudit(shop, admin, filter)
  const rows = lines.map(({ at, actor, action, kind, subjectId, before, after }) => {
    const facts = [before, after].map((fact) => (fact ? JSON.stringify(fact) : ""))
    return [at.toISOString(), actor.name, actor.id, action, kind, subjectId, ...facts]
  })
  // What a spreadsheet would take for a formula becomes text.
  return stringify([heading, ...rows], { bom: true, quoted_string: true, escape_formulas: true })
}
