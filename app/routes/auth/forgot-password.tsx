// /password/forgot
import { useLoaderData } from "@remix-run/react"
import { PasswordResetRequest } from "~/domain/accounts/account"
import { linkMinutes, requestLink } from "~/domain/accounts/passwords/mailed-links.server"
import { form } from "~/http/doorways/form.server"
import { page } from "~/http/doorways/page.server"
import { LinkRequest } from "~/ui/form/link-request"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Forgot password")

export const loader = page(({ url, context }) => ({
  sent: url.searchParams.has("sent"),
  mailPage: context.mailPage,
  minutes: linkMinutes["password-reset"],
}))

export const action = form(PasswordResetRequest, async ({ shop, context, redirectWithSuccess }, { email }) => {
  await requestLink(shop, "password-reset", email, context.clientAddress)
  return redirectWithSuccess("/password/forgot?sent", `Email sent to ${email}`)
})

export default function ForgotPassword() {
  const { minutes, ...data } = useLoaderData<typeof loader>()
  return (
    <LinkRequest
      {...data}
      id="forgot"
      title="Forgot password"
      lead="We will send you a link to choose a new one."
      terms={`If there is an account with this email, the link is on its way. It works once, for ${minutes} minutes. If it does not arrive, check your spam folder, or use the newest link you have: we send only a few emails an hour to an address.`}
      back={{ to: "/login", label: "Back to login" }}
    />
  )
}
