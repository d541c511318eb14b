// /password/reset
import { useLoaderData } from "@remix-run/react"
import { PasswordReset } from "~/domain/accounts/account"
import { findLinkOwner } from "~/domain/accounts/passwords/mailed-links.server"
import { form } from "~/http/doorways/form.server"
import { page } from "~/http/doorways/page.server"
import { ButtonLink } from "~/ui/button"
import { NewPasswordField, PasswordField, PasswordManagerUsername } from "~/ui/form/password-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { ExpiredLink } from "~/ui/shell/expired-link"
import { CardPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"
import { resetWith } from "./reset-with.server"

export { headers } from "~/http/doorways/no-store-headers"

export const meta = title("Reset password")

/** The cookie holds the secret, so that no address contains it. */
export const loader = page(async ({ shop, request, context }) => {
  const { email } = await findLinkOwner(shop, "password-reset", await context.resetCookie.read(request))
  return { email }
})

export const action = form(
  PasswordReset,
  resetWith(({ context, request }) => context.resetCookie.read(request)),
)

export default function ResetPassword() {
  const { email } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<PasswordReset>({ id: "reset" })
  return (
    <CardPage
      title="Reset password"
      lead={`Choose a new password for ${email}. You will be signed out on all other devices.`}
    >
      <ShopForm tool={null} form={form}>
        <PasswordManagerUsername email={email} />
        <NewPasswordField of={fields.password} label="New password" />
        <PasswordField of={fields.confirmPassword} label="Confirm password" autoComplete="new-password" required />
        <SubmitButton wide>Set password</SubmitButton>
      </ShopForm>
    </CardPage>
  )
}

export function ErrorBoundary() {
  return (
    <ExpiredLink lead="A reset link works once, for 30 minutes, and an invitation for 14 days. Only the newest link works.">
      <ButtonLink to="/password/forgot" wide>
        Send a new link
      </ButtonLink>
    </ExpiredLink>
  )
}
