// PUT /api/v1/me/update
import { ProfileFields } from "~/domain/accounts/account"
import { updateProfile } from "~/domain/accounts/profile.server"
import { STALE_PROOF } from "~/domain/shop-error"
import { memberCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { exampleUser } from "./json/examples"
import { toUserJson, UserJson } from "./json/user"

export const loader = endpoints({
  PUT: memberCall(
    {
      chapter: "Account",
      summary: "Change your profile",
      notes:
        "Without an avatar, or with an empty one, the picture stays as it is. Changing the email needs a sign-in within the last 15 minutes, and the former address gets a link to undo the change.",
      body: ProfileFields,
      pictures: "avatar",
      example: { name: exampleUser.name, email: exampleUser.email },
      response: { user: UserJson },
      refusals: {
        400: ["Email already exists", "Please enter your name"],
        401: STALE_PROOF,
        429: "Too many tries. Please wait a while.",
      },
    },
    async ({ shop, actor, body, pictures: [avatar] }) => {
      return { user: toUserJson(shop, await updateProfile(shop, actor, { ...body, avatar })) }
    },
  ),
})

export const action = loader
