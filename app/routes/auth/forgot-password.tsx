// /password/forgot
import { Link, useLoaderData } from "@remix-run/react"
import { PasswordResetRequest } from "~/domain/accounts/account"
import { RESET_MINUTES } from "~/domain/accounts/account-limits"
import { requestPasswordReset } from "~/domain/accounts/passwords/password-reset.server"
import { form } from "~/http/doorways/form.server"
import { page } from "~/http/doorways/page.server"
import { LinkRequest, linkButtons } from "~/ui/form/link-request"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Forgot password")

export const loader = page(({ url, context }) => ({ sent: url.searchParams.has("sent"), mailPage: context.mailPage }))

export const action = form(PasswordResetRequest, async ({ shop, context, redirectWithSuccess }, { email }) => {
  await requestPasswordReset(shop, email, context.clientAddress)
  return redirectWithSuccess("/password/forgot?sent", `Email sent to ${email}`)
})

export default function ForgotPassword() {
  return (
    <LinkRequest
      {...useLoaderData<typeof loader>()}
      id="forgot"
      title="Forgot password"
      lead="We will send you a link to choose a new one."
      terms={`If there is an account with this email, the link is on its way. It works once, for ${RESET_MINUTES} minutes. If it does not arrive, check your spam folder.`}
      buttons={linkButtons}
    >
      <p className="auth-aside">
        <Link to="/login">Back to login</Link>
      </p>
    </LinkRequest>
  )
}
