// POST /api/v1/login
import { Credentials } from "~/domain/accounts/account"
import { visitorCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { authenticateRequest, signIn } from "~/http/session/sign-in.server"
import { exampleUser } from "./json/examples"
import { toUserJson, UserJson } from "./json/user"

export const loader = endpoints({
  POST: visitorCall(
    {
      chapter: "Account",
      summary: "Sign in",
      notes: "The answer sets the session cookie, and the browser's cart joins the account's.",
      body: Credentials,
      example: { email: exampleUser.email, password: "correct horse battery" },
      response: { user: UserJson },
      refusals: {
        400: "Please enter email and password",
        401: "Invalid email or password",
        429: "Too many tries. Please wait a while.",
      },
    },
    async (ctx) => {
      const proof = await authenticateRequest(ctx, ctx.body)
      return { user: toUserJson(ctx.shop, await signIn(ctx, proof)) }
    },
  ),
})

export const action = loader
