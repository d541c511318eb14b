// PUT /api/v1/password/update
import { ChangePasswordForm } from "~/domain/accounts/account"
import { changePassword } from "~/domain/accounts/change-password.server"
import { memberCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"
import { UserJson, userJson } from "./json/user"

export const loader = endpoints({
  PUT: memberCall(
    {
      chapter: "Account",
      summary: "Change your password",
      notes: "Every other session of the account ends.",
      body: ChangePasswordForm,
      example: {
        oldPassword: "correct horse battery",
        newPassword: "staple of a paper clip",
        confirmPassword: "staple of a paper clip",
      },
      answer: { user: UserJson },
      refusals: {
        400: ["Invalid old password", "Password does not match"],
        429: "Too many tries. Please wait a while.",
      },
    },
    async ({ shop, actor, session, body }) => {
      await changePassword(shop, actor, body, session?.id)
      return { user: userJson(shop, actor) }
    },
  ),
})

export const action = loader
