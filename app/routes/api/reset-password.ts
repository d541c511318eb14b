// PUT /api/v1/reset/password/:token
import { ResetPasswordForm } from "~/domain/accounts/account"
import { resetPassword } from "~/domain/accounts/password-reset.server"
import { visitorCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"
import { signIn } from "~/http/sign-in.server"
import { UserJson, userJson } from "./json/user"

export const loader = endpoints({
  PUT: visitorCall(
    {
      chapter: "Account",
      summary: "Set a new password by a reset link",
      notes:
        "The token is the last part of the link in the mail. Signs in, and ends every other session of the account.",
      body: ResetPasswordForm,
      example: { password: "staple of a paper clip", confirmPassword: "staple of a paper clip" },
      answer: { user: UserJson },
      refusals: { 400: ["Token invalid or expired", "Password does not match"] },
    },
    async (scene) => {
      const proof = await resetPassword(scene.shop, scene.params.token ?? "", scene.body)
      return { user: userJson(scene.shop, await signIn(scene, proof)) }
    },
  ),
})

export const action = loader
