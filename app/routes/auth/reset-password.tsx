// /password/reset
import type { HeadersFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PasswordReset } from "~/domain/accounts/account"
import { findLinkOwner } from "~/domain/accounts/passwords/mailed-links.server"
import { resetPassword } from "~/domain/accounts/passwords/password-reset.server"
import { PASSWORD_RULES } from "~/domain/accounts/passwords/password-rules"
import { form } from "~/http/doorways/form.server"
import { page } from "~/http/doorways/page.server"
import { signInTo } from "~/http/session/sign-in.server"
import { ButtonLink } from "~/ui/button"
import { PasswordField } from "~/ui/form/password-field"
import { PasswordManagerUsername } from "~/ui/form/password-manager-username"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { ExpiredLink } from "~/ui/shell/expired-link"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"

export const meta = title("Reset password")

export const headers: HeadersFunction = () => ({ "Cache-Control": "no-store" })

/** The cookie holds the secret, so that no address does. */
export const loader = page(async ({ shop, request, context }) => {
  const { email } = await findLinkOwner(shop, "password-reset", await context.resetCookie.read(request))
  return { email }
})

export const action = form(PasswordReset, async (ctx, passwords) => {
  const { resetCookie } = ctx.context
  const credentials = await resetPassword(ctx.shop, await resetCookie.read(ctx.request), passwords)
  ctx.setCookie(await resetCookie.write(null))
  ctx.toast({ type: "success", message: "Password changed successfully" })
  return signInTo(ctx, credentials, "/account")
})

export default function ResetPassword() {
  const { email } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<PasswordReset>({ id: "reset" })
  return (
    <div className="page">
      <div className="auth-card">
        <PageHeading title="Reset password" lead={`A new password for ${email}. All other devices are signed out.`} />
        <ShopForm form={form}>
          <PasswordManagerUsername email={email} />
          <PasswordField
            of={fields.password}
            label="New password"
            autoComplete="new-password"
            hint={PASSWORD_RULES}
            required
          />
          <PasswordField of={fields.confirmPassword} label="Confirm password" autoComplete="new-password" required />
          <SubmitButton wide>Set password</SubmitButton>
        </ShopForm>
      </div>
    </div>
  )
}

export function ErrorBoundary() {
  return (
    <ExpiredLink lead="A reset link works once and for half an hour, and only the newest one does.">
      <ButtonLink to="/password/forgot" wide>
        Send a new link
      </ButtonLink>
    </ExpiredLink>
  )
}
