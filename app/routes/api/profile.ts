// GET /api/v1/me
import { memberCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { toUserJson, UserJson } from "./json/user"

export const loader = endpoints({
  GET: memberCall(
    { chapter: "Account", summary: "Read your profile", response: { user: UserJson } },
    async ({ shop, actor }) => ({ user: toUserJson(shop, actor) }),
  ),
})

export const action = loader
