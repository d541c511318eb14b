// /admin/audit/export
import type { LoaderFunctionArgs } from "@remix-run/node"
import { requireAdmin } from "~/domain/accounts/user"
import { AuditFilter } from "~/domain/audit/audit-filter"
import { exportAudit } from "~/domain/audit/export-audit.server"
import { csvFile } from "~/http/csv-file.server"
import { page } from "~/http/page.server"

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, url }) => {
    const filter = AuditFilter.parse(Object.fromEntries(url.searchParams))
    return csvFile("audit-log", shop.now(), await exportAudit(shop, requireAdmin(user), filter))
  })
}
