// PUT /api/v1/me/update
import { ProfileFields } from "~/domain/accounts/account"
import { isSameEmail, updateProfile } from "~/domain/accounts/profile.server"
import { requireRecentProof } from "~/domain/accounts/sessions/recent-proof"
import { memberCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { exampleUser } from "./json/examples"
import { toUserJson, UserJson } from "./json/user"

export const loader = endpoints({
  PUT: memberCall(
    {
      chapter: "Account",
      summary: "Change your profile",
      notes: "Without an avatar, or with an empty one, the picture stays as it is.",
      body: ProfileFields,
      pictures: "avatar",
      example: { name: exampleUser.name, email: exampleUser.email },
      response: { user: UserJson },
      refusals: {
        400: ["Email already exists", "Please enter your name"],
        429: "Too many tries. Please wait a while.",
      },
    },
    async ({ shop, actor, session, body, pictures: [avatar] }) => {
      if (session?.hasSecondFactor && !isSameEmail(body.email, actor.email)) requireRecentProof(session, shop.now())
      return { user: toUserJson(shop, await updateProfile(shop, actor, { ...body, avatar })) }
    },
  ),
})

export const action = loader
