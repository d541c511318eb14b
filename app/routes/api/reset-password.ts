// PUT /api/v1/reset/password/:token
import { PasswordReset } from "~/domain/accounts/account"
import { resetPassword } from "~/domain/accounts/passwords/password-reset.server"
import { visitorCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { signInIfProven } from "~/http/session/sign-in.server"
import { toUserJson, UserJson } from "./json/user"

export const loader = endpoints({
  PUT: visitorCall(
    {
      chapter: "Account",
      summary: "Set a new password by a reset link",
      notes:
        "The token is the last part of the link in the email. Signs in, and ends every other session of the account. An account with a second factor is not signed in.",
      body: PasswordReset,
      example: { password: "staple of a paper clip", confirmPassword: "staple of a paper clip" },
      response: { user: UserJson },
      refusals: { 400: ["Token invalid or expired", "Password does not match"] },
    },
    async (ctx) => {
      const proof = await resetPassword(ctx.shop, ctx.params.token ?? "", ctx.body)
      return { user: toUserJson(ctx.shop, await signInIfProven(ctx, proof)) }
    },
  ),
})

export const action = loader
