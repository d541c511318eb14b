// POST /api/v1/login
import { CredentialsWithCode } from "~/domain/accounts/account"
import { withSecondFactor } from "~/domain/factors/second-step.server"
import { visitorCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { authenticateForm, codeOrigin, signIn } from "~/http/session/sign-in.server"
import { exampleUser } from "./json/examples"
import { toUserJson, UserJson } from "./json/user"

export const loader = endpoints({
  POST: visitorCall(
    {
      chapter: "Account",
      summary: "Sign in",
      notes:
        "The response sets the session cookie, and the browser's cart is merged with the account's. With a second factor, `code` is what the authenticator app shows, or a recovery code.",
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
      const { code, email, password } = ctx.body
      const credentials = await authenticateForm(ctx, formOf({ email, password }))
      const proof = code ? await withSecondFactor(ctx.shop, credentials, code, await codeOrigin(ctx)) : credentials
      return { user: toUserJson(ctx.shop, await signIn(ctx, proof)) }
    },
  ),
})

export const action = loader

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
