// POST /api/v1/register
import { RegisterForm } from "~/domain/accounts/account"
import { registerUser } from "~/domain/accounts/register.server"
import { visitorCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"
import { signIn } from "~/http/sign-in.server"
import { exampleUser } from "./json/examples"
import { UserJson, userJson } from "./json/user"

export const loader = endpoints({
  POST: visitorCall(
    {
      chapter: "Account",
      summary: "Register",
      notes: "Signs in: the answer sets the session cookie.",
      body: RegisterForm,
      pictures: "avatar",
      example: { name: exampleUser.name, email: exampleUser.email, password: "correct horse battery" },
      status: 201,
      answer: { user: UserJson },
      refusals: {
        400: ["Email already exists", "Please enter a valid email", "A password needs at least 8 characters"],
        429: "Too many tries. Please wait a while.",
      },
    },
    async (scene) => {
      const { shop, body, context, pictures } = scene
      const proof = await registerUser(shop, body, { address: context.address, avatar: pictures[0] })
      return { user: userJson(shop, await signIn(scene, proof)) }
    },
  ),
})

export const action = loader
