// POST /api/v1/login
import { LoginForm } from "~/domain/accounts/account"
import { authenticate } from "~/domain/accounts/authenticate.server"
import { visitorCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"
import { signIn } from "~/http/sign-in.server"
import { exampleUser } from "./json/examples"
import { UserJson, userJson } from "./json/user"

export const loader = endpoints({
  POST: visitorCall(
    {
      chapter: "Account",
      summary: "Sign in",
      notes: "The answer sets the session cookie, and the browser's cart joins the account's.",
      body: LoginForm,
      example: { email: exampleUser.email, password: "correct horse battery" },
      answer: { user: UserJson },
      refusals: {
        400: "Please enter email and password",
        401: "Invalid email or password",
        429: "Too many tries. Please wait a while.",
      },
    },
    async (scene) => {
      const proof = await authenticate(scene.shop, scene.body, scene.context.address)
      return { user: userJson(scene.shop, await signIn(scene, proof)) }
    },
  ),
})

export const action = loader
