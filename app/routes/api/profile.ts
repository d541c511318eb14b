// GET /api/v1/me
import { memberCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"
import { UserJson, userJson } from "./json/user"

export const loader = endpoints({
  GET: memberCall(
    { chapter: "Account", summary: "Read your profile", answer: { user: UserJson } },
    async ({ shop, actor }) => ({ user: userJson(shop, actor) }),
  ),
})

export const action = loader
