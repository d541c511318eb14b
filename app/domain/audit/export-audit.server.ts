import type { Admin } from "../accounts/user"
import type { Shop } from "../shop"
import type { AuditFilter } from "./audit-filter"
import { listAllAudit } from "./audit-list.server"

const header = ["at", "person", "personId", "action", "kind", "id", "before", "after"]

/** Everything that matches, newest first, as CSV; before and after are JSON. */
export async function exportAudit(shop: Shop, admin: Admin, filter: AuditFilter): Promise<string> {
  const { stringify } = await import("csv-stringify/sync")
  const lines = await listAllAudit(shop, admin, filter)
  const rows = lines.map(({ at, actor, action, kind, subjectId, before, after }) => {
    const jsonCells = [before, after].map((fact) => (fact ? JSON.stringify(fact) : ""))
    return [at.toISOString(), actor.name, actor.id, action, kind, subjectId, ...jsonCells]
  })
  // What a spreadsheet would take for a formula becomes text.
  return stringify([header, ...rows], { bom: true, quoted_string: true, escape_formulas: true })
}
