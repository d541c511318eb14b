// GET /api/v1/admin/users
import { z } from "zod"
import { listAllUsers } from "~/domain/accounts/users.server"
import { adminCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { toUserJson, UserJson } from "../json/user"

export const loader = endpoints({
  GET: adminCall(
    "customers.see",
    {
      summary: "List all users",
      notes: "Newest first, all on one page.",
      response: { users: z.array(UserJson) },
    },
    async ({ shop, actor }) => ({
      users: (await listAllUsers(shop, actor)).map((user) => toUserJson(shop, user)),
    }),
  ),
})

export const action = loader
