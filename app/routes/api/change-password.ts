// PUT /api/v1/password/update
import { PasswordChange } from "~/domain/accounts/account"
import { changePassword } from "~/domain/accounts/passwords/change-password.server"
import { memberCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { signInIfProven } from "~/http/session/sign-in.server"
import { toUserJson, UserJson } from "./json/user"

export const loader = endpoints({
  PUT: memberCall(
    {
      chapter: "Account",
      summary: "Change your password",
      notes:
        "All sessions of the account end. The response sets the cookie of a new one, unless the account has a second factor that was last proven more than 15 minutes ago.",
      body: PasswordChange,
      example: {
        oldPassword: "correct horse battery",
        newPassword: "staple of a paper clip",
        confirmPassword: "staple of a paper clip",
      },
      response: { user: UserJson },
      refusals: {
        400: ["Invalid old password", "Password does not match"],
        429: "Too many tries. Please wait a while.",
      },
    },
    async (ctx) => {
      const { shop, actor, session, body } = ctx
      return { user: toUserJson(shop, await signInIfProven(ctx, await changePassword(shop, actor, body, session))) }
    },
  ),
})

export const action = loader
