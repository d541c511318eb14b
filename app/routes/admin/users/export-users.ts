// /admin/users/export
import type { LoaderFunctionArgs } from "@remix-run/node"
import { exportUsers } from "~/domain/accounts/export-users.server"
import { UserFilter } from "~/domain/accounts/user-filter"
import { csvExport } from "~/routes/admin/csv-file.server"

export function loader(args: LoaderFunctionArgs) {
  return csvExport(args, "users", UserFilter, exportUsers)
}
