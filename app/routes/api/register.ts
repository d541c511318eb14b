// POST /api/v1/register
import { Registration } from "~/domain/accounts/account"
import { registerUser } from "~/domain/accounts/registration/register.server"
import { visitorCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { signIn } from "~/http/session/sign-in.server"
import { exampleUser } from "./json/examples"
import { toUserJson, UserJson } from "./json/user"

export const loader = endpoints({
  POST: visitorCall(
    {
      chapter: "Account",
      summary: "Register",
      notes: "Signs in: the response sets the session cookie.",
      body: Registration,
      pictures: "avatar",
      example: { name: exampleUser.name, email: exampleUser.email, password: "correct horse battery" },
      status: 201,
      response: { user: UserJson },
      refusals: {
        400: ["Email already exists", "Please enter a valid email", "A password needs at least 8 characters"],
        429: "Too many tries. Please wait a while.",
      },
    },
    async (ctx) => {
      const { shop, body, context, pictures } = ctx
      const proof = await registerUser(shop, body, { address: context.clientAddress, avatar: pictures[0] })
      return { user: toUserJson(shop, await signIn(ctx, proof)) }
    },
  ),
})

export const action = loader
