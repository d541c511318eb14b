// GET /api/v1/admin/users
import { z } from "zod"
import { listAllUsers } from "~/domain/accounts/users.server"
import { adminCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"
import { UserJson, userJson } from "../json/user"

export const loader = endpoints({
  GET: adminCall(
    {
      chapter: "Administration",
      summary: "List all users",
      notes: "Newest first, not in pages.",
      answer: { users: z.array(UserJson) },
    },
    async ({ shop, actor }) => ({
      users: (await listAllUsers(shop, actor)).map((user) => userJson(shop, user)),
    }),
  ),
})

export const action = loader
