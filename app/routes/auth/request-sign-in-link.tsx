// /login/link
import { Link, useLoaderData } from "@remix-run/react"
import { PasswordResetRequest } from "~/domain/accounts/account"
import { requestSignInLink, SIGN_IN_LINK_MINUTES } from "~/domain/accounts/passwords/sign-in-links.server"
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

export const meta = title("Sign in by email")

export const loader = page(({ url, context }) => ({
  sent: url.searchParams.has("sent"),
  mailPage: context.mailPage,
  minutes: SIGN_IN_LINK_MINUTES,
}))

export const action = form(PasswordResetRequest, async ({ shop, context, redirectWithSuccess }, { email }) => {
  await requestSignInLink(shop, email, context.clientAddress)
  return redirectWithSuccess("/login/link?sent", `Email sent to ${email}`)
})

export default function RequestSignInLink() {
  const { sent, mailPage, minutes } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<{ email: string }>({ id: "sign-in-link" })
  return (
    <div className="page">
      <div className="auth-card">
        <PageHeading
          title="Sign in by email"
          lead="Too many wrong passwords have been entered for this account. On a device where you have never signed in, a link in an email takes their place."
        />
        {sent && (
          <Notice tone="good" title="Check your inbox">
            <p>If there is an account with this email, the link is on its way. It works once, for {minutes} minutes.</p>
            {mailPage && (
              <p>
                This shop does not send real emails: <Link to="/dev/mail">read it here</Link>.
              </p>
            )}
          </Notice>
        )}
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
