// POST /api/v1/login
import { CredentialsWithCode } from "~/domain/accounts/account"
import { withSecondFactor } from "~/domain/accounts/factors/second-step.server"
import { visitorCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { authenticateRequest, codeOrigin, signIn } from "~/http/session/sign-in.server"
import { exampleUser } from "./json/examples"
import { toUserJson, UserJson } from "./json/user"

export const loader = endpoints({
  POST: visitorCall(
    {
      chapter: "Account",
      summary: "Sign in",
      notes:
        "The answer sets the session cookie, and the browser's cart joins the account's. With a second factor, `code` is what the authenticator app shows, or a recovery code.",
      body: CredentialsWithCode,
      example: { email: exampleUser.email, password: "correct horse battery" },
      response: { user: UserJson },
      refusals: {
        400: "Please enter email and password",
        401: ["Invalid email or password", "Please enter the code of your second factor"],
        429: "Too many tries. Please wait a while.",
      },
    },
    async (ctx) => {
      const { code, ...credentials } = ctx.body
      const password = await authenticateRequest(ctx, credentials)
      const proof = code ? await withSecondFactor(ctx.shop, password, code, await codeOrigin(ctx)) : password
      return { user: toUserJson(ctx.shop, await signIn(ctx, proof)) }
    },
  ),
})

export const action = loader
