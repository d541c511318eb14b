// /password/forgot
import { Link, useLoaderData } from "@remix-run/react"
import { PasswordResetRequest } from "~/domain/accounts/account"
import { RESET_MINUTES } from "~/domain/accounts/account-limits"
import { requestPasswordReset } from "~/domain/accounts/passwords/password-reset.server"
import { form } from "~/http/doorways/form.server"
import { page } from "~/http/doorways/page.server"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { Notice } from "~/ui/notice"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Forgot password")

export const loader = page(({ url, context }) => ({ sent: url.searchParams.has("sent"), mailPage: context.mailPage }))

export const action = form(PasswordResetRequest, async ({ shop, context, redirectWithSuccess }, { email }) => {
  await requestPasswordReset(shop, email, context.clientAddress)
  return redirectWithSuccess("/password/forgot?sent", `Email sent to ${email}`)
})

export default function ForgotPassword() {
  const { sent, mailPage } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<{ email: string }>({ id: "forgot" })
  return (
    <div className="page">
      <div className="auth-card">
        <PageHeading title="Forgot password" lead="We will send you a link to choose a new one." />
        {sent && <Sent mailPage={mailPage} />}
        <ShopForm form={form}>
          <TextField of={fields.email} label="Email" type="email" autoComplete="username" spellCheck={false} required />
          <SubmitButton wide variant={sent ? "secondary" : "primary"}>
            {sent ? "Send another link" : "Send the link"}
          </SubmitButton>
          <p className="auth-aside">
            <Link to="/login">Back to login</Link>
          </p>
        </ShopForm>
      </div>
    </div>
  )
}

function Sent({ mailPage }: { mailPage: boolean }) {
  return (
    <Notice tone="good" title="Check your inbox">
      <p>
        If there is an account with this email, the link is on its way. It works once, for {RESET_MINUTES} minutes. If
        it does not arrive, check your spam folder.
      </p>
      {mailPage && (
        <p>
          This shop does not send real emails: <Link to="/dev/mail">read it here</Link>.
        </p>
      )}
    </Notice>
  )
}
