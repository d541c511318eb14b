// /admin/audit/export
import type { LoaderFunctionArgs } from "@remix-run/node"
import { AuditFilter } from "~/domain/audit/audit-filter"
import { exportAudit } from "~/domain/audit/export-audit.server"
import { csvExport } from "~/routes/admin/csv-file.server"

export function loader(args: LoaderFunctionArgs) {
  return csvExport(args, "audit-log", AuditFilter, exportAudit)
}
