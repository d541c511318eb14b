// POST /api/v1/forgot/password
import { z } from "zod"
import { PasswordResetRequest } from "~/domain/accounts/account"
import { requestLink } from "~/domain/accounts/passwords/mailed-links.server"
import { visitorCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { exampleUser } from "./json/examples"

export const loader = endpoints({
  POST: visitorCall(
    {
      chapter: "Account",
      summary: "Ask for a link to reset a password",
      notes: "The response is the same whether or not the email has an account.",
      body: PasswordResetRequest,
      example: { email: exampleUser.email },
      response: { message: z.string().meta({ examples: [`Email sent to ${exampleUser.email}`] }) },
      refusals: { 400: "Please enter a valid email", 429: "Too many tries. Please wait a while." },
    },
    async ({ shop, context, body: { email } }) => {
      await requestLink(shop, "password-reset", email, context.clientAddress)
      return { message: `Email sent to ${email}` }
    },
  ),
})

export const action = loader
