// PUT /api/v1/me/update
import { ProfileForm } from "~/domain/accounts/account"
import { updateProfile } from "~/domain/accounts/profile.server"
import { memberCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"
import { exampleUser } from "./json/examples"
import { UserJson, userJson } from "./json/user"

export const loader = endpoints({
  PUT: memberCall(
    {
      chapter: "Account",
      summary: "Change your profile",
      notes: "Without an avatar, or with an empty one, the picture stays as it is.",
      body: ProfileForm,
      pictures: "avatar",
      example: { name: exampleUser.name, email: exampleUser.email },
      answer: { user: UserJson },
      refusals: { 400: ["Email already exists", "Please enter your name"] },
    },
    async ({ shop, actor, body, pictures: [avatar] }) => ({
      user: userJson(shop, await updateProfile(shop, actor, { ...body, avatar })),
    }),
  ),
})

export const action = loader
