import { type CsvColumns, csvOf } from "~/domain/csv/csv-table.server"
import type { Admin } from "../accounts/user"
import type { Shop } from "../shop"
import type { AuditRecord } from "./audit"
import type { AuditFilter } from "./audit-filter"
import { listAllAudit } from "./audit-list.server"

const columns: CsvColumns<AuditRecord> = {
  at: ({ at }) => at,
  person: ({ actor }) => actor.name,
  personId: ({ actor }) => actor.id,
  action: ({ action }) => action,
  kind: ({ kind }) => kind,
  id: ({ subjectId }) => subjectId,
  before: ({ before }) => before,
  after: ({ after }) => after,
}

/** Everything that matches, newest first, as CSV; before and after are JSON. */
export async function* exportAudit(shop: Shop, admin: Admin, filter: AuditFilter): AsyncGenerator<string> {
  yield* csvOf(columns, [await listAllAudit(shop, admin, filter)])
}
