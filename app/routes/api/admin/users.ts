// GET /api/v1/admin/users
import { z } from "zod"
import { STALE_PROOF } from "~/domain/shop-error"
import { listAllUsers } from "~/domain/staff/users/users.server"
import { adminCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { toManagedUserJson, UserJson } from "../json/user"

export const loader = endpoints({
  GET: adminCall(
    ["customers.see", "customers.export"],
    {
      summary: "List all users",
      notes:
        "Newest first, all on one page. The list contains personal data: staff other than owners also need the permission to export it, and the audit log records the call. Accounts with a second factor need to have proven it in the last 15 minutes.",
      refusals: { 401: STALE_PROOF },
      response: { users: z.array(UserJson) },
    },
    async ({ shop, actor }) => {
      const { noteExport } = await import("~/domain/export/export-rows.server")
      const users = await listAllUsers(shop, actor)
      await noteExport(shop, actor, { list: "customers", rows: users.length, filter: {} })
      return { users: users.map((user) => toManagedUserJson(shop, user)) }
    },
  ),
})

export const action = loader
